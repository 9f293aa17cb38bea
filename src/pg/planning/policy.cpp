// What becomes of a condition on the time of an id, once it has been read: it is left alone, replaced with a range of
// ids, or the range is added to it. The first row of the table that fits decides:
//
//   if                  unless      then      the range counts       because
//   as written                      leave
//   served              partitioned leave                            an index on the time is as good
//   looked up, parent   subplan     add       not at all             the range prunes; it is looked up in partitions
//   looked up                       leave                            list_paths.cpp makes a scan of it
//   join                indexed     leave                            only an index makes a range worthwhile
//   computed            indexed     leave                            likewise
//   join, equality, semijoin        leave                            the equality makes the inner rows unique, and a
//                                                                    range in addition would hide that
//   one time, join,     partitioned leave                            lookup_paths.cpp has the range where it is of use
//     own index
//   subplan, equality               leave                            the value would occur twice
//   subplan, needed                 leave                            likewise
//   served              own index   add       not at all             only the index on the time can be used, and its
//                                                                    estimate is that of the condition
//   one time, join                  add       as one time            hash and merge joins need the equality
//   one time, needed                add       as one time, once
//   one time, equated               add       as one time, once      the planner infers a third equality from two
//   one time                        replace   as one time
//   join, needed                    add       not in joins
//   needed                          add       like any, once
//   otherwise                       replace   like any condition
//
// "Once" means that the condition that stays is not to count in addition to its range. "Needed" is a condition that
// says more than its range, that is served by an index on the time, or that something else of the table can use.
#include "pg/postgres.hpp"

#include "pg/planning/policy.hpp"

namespace ulidkit {

namespace {

struct Row {
    unsigned all;
    unsigned none;
    Decision decision;
};

constexpr Row rows[] = {
    {as_written, 0, {Action::leave}},
    {served, partitioned, {Action::leave}},
    {listed | parent, subplan, {Action::add, Weight::none}},
    {listed, 0, {Action::leave}},
    {join, indexed, {Action::leave}},
    {computed, indexed, {Action::leave}},
    {join | equality | semijoin, 0, {Action::leave}},
    {one_time | join | own_index, partitioned, {Action::leave}},
    {subplan | equality, 0, {Action::leave}},
    {subplan | needed, 0, {Action::leave}},
    {served, own_index, {Action::add, Weight::none}},
    {one_time | join, 0, {Action::add, Weight::equality}},
    {one_time | needed, 0, {Action::add, Weight::equality, true}},
    {one_time | equated, 0, {Action::add, Weight::equality, true}},
    {one_time, 0, {Action::replace, Weight::equality}},
    {join | needed, 0, {Action::add, Weight::none_in_joins}},
    {needed, 0, {Action::add, Weight::full, true}},
    {0, 0, {Action::replace, Weight::full}},
};

constexpr Decision
decision_for(unsigned situation)
{
    for (const Row &row : rows) {
        if ((situation & row.all) == row.all && (situation & row.none) == 0)
            return row.decision;
    }
    return {Action::leave};
}

// What is not exact, or can be used otherwise, is never replaced; and a value with subplans occurs once.
constexpr bool
is_sound()
{
    for (unsigned situation = 0; situation < 2 * parent; ++situation) {
        const Decision decision = decision_for(situation);
        if ((situation & as_written) != 0 && decision.action != Action::leave)
            return false;
        if ((situation & needed) != 0 && decision.action == Action::replace)
            return false;
        if ((situation & subplan) != 0 && (situation & (equality | needed)) != 0 && decision.action != Action::leave)
            return false;
        if (decision.counts_once && (decision.action != Action::add || (situation & join) != 0))
            return false;
    }
    return true;
}

static_assert(is_sound());

} // namespace

bool
is_equated(const Run &run, Node *condition, Node *operand)
{
    ListCell *cell;
    foreach (cell, run.conditions) {
        auto *other = static_cast<Node *>(lfirst(cell));
        if (other != condition && is_opclause(other) &&
            time_strategy(castNode(OpExpr, other)->opno) == BTEqualStrategyNumber &&
            list_member(castNode(OpExpr, other)->args, operand))
            return true;
    }
    return false;
}

unsigned
situation_of(Run &run, const Context &context, Node *condition, const Reading &reading, const Known &known, bool joins,
             bool has_subplans)
{
    const Facts &facts = known.facts;
    if (!known.bounds.callable || facts.as_written)
        return as_written;
    unsigned situation = 0;
    const auto set = [&](Flag flag, bool is_so) { situation |= is_so ? static_cast<unsigned>(flag) : 0; };
    set(served, is_served(run.root, facts, &context, nullptr));
    set(partitioned, facts.partitioned);
    set(join, joins);
    set(computed, column_of(known.bounds.id) == 0);
    set(indexed, facts.id_perhaps_indexed);
    set(own_index, facts.id_indexed);
    set(semijoin, context.semijoin);
    set(equality, reading.equality);
    set(one_time, reading.exact && reading.equality);
    set(needed, facts.kept || !reading.exact || (situation & served) != 0);
    set(subplan, has_subplans);
    set(parent, facts.parent);
    set(listed, reading.list && !joins && !has_subplans &&
                    (facts.parent || !(facts.id_searched || facts.foreign) ||
                     (!context.in_or && looks_up(run.root, facts, context))));
    // Where it does not matter it is not looked for.
    if ((situation & (one_time | needed | join)) == one_time && !context.in_or)
        set(equated, is_equated(run, condition, reading.operand));
    return situation;
}

Decision
decide(unsigned situation)
{
    return decision_for(situation);
}

} // namespace ulidkit
