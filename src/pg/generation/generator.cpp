// Generation when no id can be issued at once: it reads the clock again, waits or fails.
#include "pg/postgres.hpp"

#include "pg/generation/generator.hpp"
#include "pg/waiting.hpp"

namespace ulidkit {

void
check_clock(const char *kind, Memory &memory, std::int64_t newest)
{
    // Read after `newest`, so it is not before it unless the clock stepped back: the caller has branched on that, and
    // reading the clock begins with a barrier (isb, lfence).
    const std::int64_t now = clock_now();
    if (now >= newest)
        return;
    const bool accept = settings::on_clock_step_back == static_cast<int>(OnClockStepBack::advance);
    const std::int64_t behind = newest - now;
    SpinLockAcquire(&memory.lock);
    Memory::Counts &counts = memory.counts;
    if (counts.counted != newest) {
        counts.counted = newest;
        ++counts.steps_back;
    }
    if (!accept) {
        ++counts.refusals;
    } else if (memory.clock == newest) { // and the generator was not reset
        raise(memory.given_up, newest);
        memory.clock.compare_exchange_strong(newest, now);
    }
    SpinLockRelease(&memory.lock);
    if (!accept)
        clock_stepped_back(kind, behind);
}

void
refuse_step_back(const char *kind, Memory &memory, std::int64_t reading)
{
    const std::int64_t newest = memory.given_up;
    if (reading >= newest)
        return;
    // This process can have been preempted after the reading.
    const std::int64_t now = clock_now();
    if (now >= newest)
        return;
    SpinLockAcquire(&memory.lock);
    ++memory.counts.refusals;
    SpinLockRelease(&memory.lock);
    clock_stepped_back(kind, newest - now);
}

namespace {

// Of a process that waits for the clock to advance by a unit of time, in microseconds.
constexpr std::int64_t longest_nap = 4000;

} // namespace

void
wait_or_fail(Memory &memory, const Generator &generator, Verdict verdict, std::int64_t now, std::int64_t until)
{
    const std::int64_t max_lead = settings::max_lead();
    const bool no_wait = settings::on_overflow == static_cast<int>(OnOverflow::error);
    const bool too_long = verdict == Verdict::ahead && until - now > longest_wait(generator);
    // A kind that runs ahead of a clock that is right uses up its lead, and exceeds that by a tick. So does what
    // follows an observed id.
    const bool is_behind = verdict == Verdict::ahead && until - now > Max(generator.tick, std::int64_t{1000});
    if (no_wait || too_long) {
        SpinLockAcquire(&memory.lock);
        ++memory.counts.refusals;
        SpinLockRelease(&memory.lock);
        if (is_behind)
            clock_behind(generator.kind, until + max_lead - now);
        tick_exhausted(generator.kind);
    }
    SpinLockAcquire(&memory.lock);
    ++memory.counts.waits;
    SpinLockRelease(&memory.lock);
    instr_time start, waited;
    INSTR_TIME_SET_CURRENT(start);
    // With its lead used up, such a kind makes ids as fast as the clock advances. Those of a longer nap are made after
    // it, so that waiting costs little. A nap longer than the lead would lose some.
    const bool is_ahead = verdict == Verdict::ahead && !is_behind;
    nap(is_ahead ? Max(until - now, Min(max_lead / 4, longest_nap)) : until - now, wait_event<WaitFor::clock>());
    INSTR_TIME_SET_CURRENT(waited);
    INSTR_TIME_SUBTRACT(waited, start);
    SpinLockAcquire(&memory.lock);
    memory.counts.waited += static_cast<std::int64_t>(INSTR_TIME_GET_MICROSEC(waited));
    SpinLockRelease(&memory.lock);
    CHECK_FOR_INTERRUPTS();
}

} // namespace ulidkit
