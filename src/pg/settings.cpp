#include "pg/postgres.hpp"

#include "pg/settings.hpp"

namespace ulidkit::settings {

int on_overflow = static_cast<int>(OnOverflow::wait);
int clock_rollback = static_cast<int>(ClockRollback::advance);
int max_clock_lead = 1000;
int timeid_node = Timeid::best_effort;
int ulidflake_scalability_id = 0;
int ulidflake_entropy_bytes = 1;
int tbsl_machine = 0;
int scru160_counter = static_cast<int>(CounterUsage::random);
bool time_planning = true;

static const config_enum_entry on_overflow_values[] = {
    {"wait", static_cast<int>(OnOverflow::wait), false},
    {"error", static_cast<int>(OnOverflow::error), false},
    {nullptr, 0, false},
};

static const config_enum_entry clock_rollback_values[] = {
    {"advance", static_cast<int>(ClockRollback::advance), false},
    {"error", static_cast<int>(ClockRollback::error), false},
    {nullptr, 0, false},
};

static const config_enum_entry scru160_counter_values[] = {
    {"random", static_cast<int>(CounterUsage::random), false},
    {"microsecond", static_cast<int>(CounterUsage::microsecond), false},
    {nullptr, 0, false},
};

static void
define_enum(const char *name, const char *description, const char *more, int *variable, const config_enum_entry *values)
{
    DefineCustomEnumVariable(name, description, more, variable, *variable, values, PGC_USERSET, 0, nullptr, nullptr,
                             nullptr);
}

static void
define_int(const char *name, const char *description, const char *more, int *variable, int min, int max,
           GucContext context = PGC_USERSET, int flags = 0)
{
    DefineCustomIntVariable(name, description, more, variable, *variable, min, max, context, flags, nullptr, nullptr,
                            nullptr);
}

void
define()
{
    define_enum("ulidkit.on_overflow", "What to do when no identifier is left at the present time.",
                "Either wait until the clock has moved on, or raise an error.", &on_overflow, on_overflow_values);
    define_enum("ulidkit.clock_rollback", "What to do when the clock stepped back.",
                "Either go on from the newest identifier, or raise an error until the clock has caught up.",
                &clock_rollback, clock_rollback_values);
    define_int("ulidkit.max_clock_lead", "How far the newest identifier may be ahead of the clock.",
               "Generation waits, or fails, beyond it.", &max_clock_lead, 0, 24 * 60 * 60 * 1000, PGC_SIGHUP,
               GUC_UNIT_MS);
    define_int("ulidkit.timeid_node", "Node of the timeid values generated here.",
               "From 0 to 31 best effort, to 991 the application's, to 1023 registered globally; -1 draws one of the "
               "best-effort nodes.",
               &timeid_node, Timeid::best_effort, Timeid::node_mask);
    define_int("ulidkit.ulidflake_scalability_id", "Scalability id of ulidflake_generate_scalable().", nullptr,
               &ulidflake_scalability_id, 0, Ulidflake::last_scalability);
    define_int("ulidkit.ulidflake_entropy_bytes",
               "Random bytes of the step between ulidflake values of one millisecond.",
               "More bytes make the next value harder to guess, and leave fewer values in a millisecond.",
               &ulidflake_entropy_bytes, 1, 3);
    define_int("ulidkit.tbsl_machine", "Machine of the tbsl values generated here.", nullptr, &tbsl_machine, 0,
               Tbsl::machines - 1);
    define_enum("ulidkit.scru160_counter", "How the counter of scru160 values starts.",
                "At random in each millisecond, or at the microsecond.", &scru160_counter, scru160_counter_values);
    DefineCustomBoolVariable("ulidkit.time_planning",
                             "Plans conditions on and orders by the time of an id as the id's.",
                             "Then they use the id's index, statistics and partitions.", &time_planning, time_planning,
                             PGC_USERSET, GUC_EXPLAIN, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("ulidkit");
}

} // namespace ulidkit::settings
