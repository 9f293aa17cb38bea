// A model of memory as weak as the processors', on which processes run that are written for std::atomic: every order of
// their accesses is tried, and every value that a read can have.
//
// A place has all values that were written to it, in their order. A process has a view: how many of each place it must
// have seen. A read finds any value from its view on; what is read, modified and written is the newest one. A value
// that was written with release carries the view of its writer, which a read with acquire joins with its own. So this
// is the model of release, acquire and relaxed accesses in C++, with two limits: a write has the last place when it is
// made, and no read finds a value that is written later. The order of all sequentially consistent accesses is left out:
// they are acquire and release only.
//
// A process is a function that accesses memory by access() only. To make its next step it is called anew, with what its
// earlier accesses found, and left by an exception at the first access after them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ulidkit::test {

// A number of 128 bits: an id, in the order of ids.
using Key = std::array<std::uint64_t, 2>;

struct Access {
    enum class Kind {
        load,
        store,
        add,          // finds what was there
        compare,      // exchanges if that is `expected`, and finds what was there
        compare_both, // the same for this place and the next one, as one
        present,      // loads the newest value, whatever the view
        wait,         // the same, once it is `expected`
        lock,         // stores 1, once the value is 0
        try_lock,     // the same, but only if it is 0
        unlock,       // stores 0
        begin,        // of a call: what was returned or observed before is below what it returns
        end,          // of a call that returned the id `key` of the time `value`
        observe,      // of a call that observed it
    };

    Kind kind;
    std::uint8_t place = 0;
    bool acquire = false;
    bool release = false;
    std::array<std::int64_t, 2> value{};
    std::array<std::int64_t, 2> expected{};
    Key key{};
};

struct Found {
    std::array<std::int64_t, 2> value{};
    bool exchanged = false;

    auto operator<=>(const Found &) const = default;
};

// Numbers for what is equal, so that states are small.
template <class Value>
class Numbered {
public:
    std::uint32_t
    number(const Value &value)
    {
        const auto [entry, is_new] = numbers.try_emplace(bytes_of(value), static_cast<std::uint32_t>(values.size()));
        if (is_new)
            values.push_back(value);
        return entry->second;
    }

    const Value &
    operator[](std::uint32_t number) const
    {
        return values[number];
    }

private:
    static_assert(std::has_unique_object_representations_v<Value>);

    static std::string
    bytes_of(const Value &value)
    {
        return {reinterpret_cast<const char *>(&value), sizeof(value)};
    }

    std::unordered_map<std::string, std::uint32_t> numbers;
    std::vector<Value> values;
};

class WeakMemory {
public:
    static constexpr std::size_t most_places = 16, most_processes = 4, most_values = 32, most_calls = 16;
    static constexpr std::size_t longest = 400; // accesses of a process

    using Program = std::function<void()>;

    std::vector<std::string> names;       // of the places
    std::size_t ceiling = most_places;    // the place with the ceiling on disk: no id is returned that is not below it
    bool rises = true;                    // whether no call returns an id that is not above all known when it began
    std::function<void(Access &)> change; // for a test of what would happen if an access were another one
    std::function<void()> restart;        // what the processes have of their own begins anew

    // Called by a process.
    Found
    access(Access wanted)
    {
        if (change)
            change(wanted);
        if (next < found.size())
            return found[next++];
        pending = wanted;
        throw Pause{};
    }

    // Also called by a process, if what it found breaks a law.
    void
    broke(const std::string &what)
    {
        fail(what);
    }

    // Runs `setup` alone, then the others after it in every way, and returns what broke a law, or nothing.
    std::string
    explore(const Program &setup, const std::vector<Program> &others)
    {
        const State first = prepare(setup, others);
        seen.clear();
        if (broken.empty())
            visit(first);
        return broken;
    }

    // The same, but in one way, which `random` decides.
    std::string
    walk(const Program &setup, const std::vector<Program> &others, std::mt19937_64 &random)
    {
        State state = prepare(setup, others);
        while (broken.empty()) {
            const std::vector<Step> steps = steps_from(state);
            if (steps.empty())
                break;
            const Step &step = steps[random() % steps.size()];
            path.push_back(step);
            state = step.state;
        }
        return broken;
    }

private:
    struct Pause {};

    struct View {
        std::array<std::uint8_t, most_places> seen{};
        Key known{}; // the greatest id that was returned or observed

        void
        join(const View &other)
        {
            for (std::size_t place = 0; place < most_places; ++place)
                seen[place] = std::max(seen[place], other.seen[place]);
            known = std::max(known, other.known);
        }
    };

    struct Written {
        std::int64_t value;
        View view;
    };

    struct Process {
        std::uint32_t at; // a point in its program
        std::uint32_t view;
        std::uint32_t begun; // its view when the call began
    };

    struct State {
        std::array<Process, most_processes> processes{};
        std::array<std::array<std::uint32_t, most_values>, most_places> written{};
        std::array<std::uint8_t, most_places> count{};
        std::array<std::uint32_t, most_calls> returned{}; // sorted, in the place of none the first key
    };

    static_assert(std::has_unique_object_representations_v<State>);

    struct Event {
        std::size_t process;
        Access access;
        Found found;
    };

    struct Step : Event {
        State state;
    };

    // A point in a program: what its accesses have found until there, and the next one.
    struct Point {
        std::uint32_t before;
        Found found;
        std::optional<Access> next; // none at the end
        std::map<Found, std::uint32_t> after;
    };

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<Program> programs;
    std::vector<Point> points;
    Numbered<View> views;
    Numbered<Written> writes;
    Numbered<Key> keys;
    std::unordered_set<std::uint64_t> seen;
    std::vector<Event> path;
    std::string broken;

    // Of the process that is called.
    std::vector<Found> found;
    std::size_t next = 0;
    Access pending{};

    // Calls the program of a process until its next access.
    std::uint32_t
    add_point(std::size_t process, std::uint32_t before, const Found &last)
    {
        found.clear();
        if (before != none) {
            for (std::uint32_t at = before; points[at].before != none; at = points[at].before)
                found.push_back(points[at].found);
            std::reverse(found.begin(), found.end());
            found.push_back(last);
        }
        if (found.size() > longest)
            fail("a call does not end");
        next = 0;
        Point point{before, last, {}, {}};
        restart();
        try {
            programs[process]();
        } catch (const Pause &) {
            point.next = pending;
        }
        points.push_back(point);
        return static_cast<std::uint32_t>(points.size() - 1);
    }

    std::uint32_t
    point_after(std::size_t process, std::uint32_t at, const Found &result)
    {
        const auto known = points[at].after.find(result);
        if (known != points[at].after.end())
            return known->second;
        const std::uint32_t point = add_point(process, at, result);
        points[at].after[result] = point;
        return point;
    }

    State
    prepare(const Program &setup, const std::vector<Program> &others)
    {
        programs = {setup};
        points.clear();
        path.clear();
        broken.clear();
        State state;
        const Written nothing_written{};
        for (std::size_t place = 0; place < most_places; ++place) {
            state.written[place][0] = writes.number(nothing_written);
            state.count[place] = 1;
        }
        const std::uint32_t empty = views.number({});
        const std::uint32_t no_key = keys.number({});
        state.returned.fill(no_key);
        state.processes.fill({none, empty, empty});
        state.processes[0].at = add_point(0, none, {});
        for (std::vector<Step> steps; broken.empty() && !(steps = steps_from(state)).empty();)
            state = steps.back().state;
        const std::uint32_t view = state.processes[0].view;
        programs = others;
        for (std::size_t process = 0; process < most_processes; ++process)
            state.processes[process] = {process < others.size() ? add_point(process, none, {}) : none, view, view};
        return state;
    }

    void
    visit(const State &state)
    {
        const std::uint64_t hash =
            std::hash<std::string_view>{}({reinterpret_cast<const char *>(&state), sizeof(state)});
        if (!broken.empty() || !seen.insert(hash).second)
            return;
        for (const Step &step : steps_from(state)) {
            if (!broken.empty())
                return;
            path.push_back(step);
            visit(step.state);
            path.pop_back();
        }
    }

    const Written &
    newest(const State &state, std::size_t place) const
    {
        return writes[state.written[place][state.count[place] - 1u]];
    }

    // All that can happen next.
    std::vector<Step>
    steps_from(const State &state)
    {
        std::vector<Step> steps;
        bool waits = false;
        for (std::size_t process = 0; process < programs.size(); ++process) {
            const std::uint32_t at = state.processes[process].at;
            if (at == none)
                continue;
            waits = true;
            // A copy, because the points move.
            const Access access = *points[at].next;
            // What no other process sees is done at once.
            if (access.kind >= Access::Kind::begin) {
                steps.clear();
                tell(state, process, access, steps);
                return steps;
            }
            add_steps(state, process, access, steps);
        }
        if (waits && steps.empty())
            fail("no process can go on");
        return steps;
    }

    void
    add_steps(const State &state, std::size_t process, const Access &access, std::vector<Step> &steps)
    {
        const std::size_t place = access.place;
        const std::size_t last = state.count[place] - 1u;
        const std::int64_t value = newest(state, place).value;
        switch (access.kind) {
        case Access::Kind::load:
            for (std::size_t i = seen_by(state, process, place); i <= last; ++i)
                read(state, process, access, i, 0, steps);
            break;
        case Access::Kind::store:
        case Access::Kind::unlock:
            write(state, process, access, {}, steps);
            break;
        case Access::Kind::add: {
            Access sum = access;
            sum.value[0] += value;
            write(state, process, sum, {{value}, true}, steps);
            break;
        }
        case Access::Kind::compare:
        case Access::Kind::compare_both:
            compare(state, process, access, steps);
            break;
        case Access::Kind::wait:
            if (value != access.expected[0])
                break;
            [[fallthrough]];
        case Access::Kind::present:
            read(state, process, access, last, 0, steps);
            break;
        default: // lock, try_lock
            if (value == 0)
                write(state, process, access, {{}, true}, steps);
            else if (access.kind == Access::Kind::try_lock)
                read(state, process, access, last, 0, steps);
        }
    }

    std::size_t
    seen_by(const State &state, std::size_t process, std::size_t place) const
    {
        return views[state.processes[process].view].seen[place];
    }

    // One that fails finds any values, of two places perhaps such as were never together.
    void
    compare(const State &state, std::size_t process, const Access &access, std::vector<Step> &steps)
    {
        const std::size_t place = access.place;
        const bool both = access.kind == Access::Kind::compare_both;
        const std::size_t second_last = both ? state.count[place + 1] - 1u : 0;
        const auto value = [&](std::size_t of, std::size_t i) { return writes[state.written[of][i]].value; };
        for (std::size_t i = seen_by(state, process, place); i < state.count[place]; ++i)
            for (std::size_t j = both ? seen_by(state, process, place + 1) : 0; j <= second_last; ++j)
                if (value(place, i) != access.expected[0] || (both && value(place + 1, j) != access.expected[1]))
                    read(state, process, access, i, j, steps);
        if (newest(state, place).value == access.expected[0] &&
            (!both || newest(state, place + 1).value == access.expected[1]))
            write(state, process, access, {access.expected, true}, steps);
    }

    // Reads the value `i` of a place, and for compare_both `j` of the next one.
    void
    read(const State &state, std::size_t process, const Access &access, std::size_t i, std::size_t j,
         std::vector<Step> &steps)
    {
        View view = views[state.processes[process].view];
        Found result;
        const std::size_t from[] = {i, j};
        for (std::size_t word = 0; word < (access.kind == Access::Kind::compare_both ? 2u : 1u); ++word) {
            const std::size_t place = access.place + word;
            const Written &read = writes[state.written[place][from[word]]];
            view.seen[place] = std::max(view.seen[place], static_cast<std::uint8_t>(from[word]));
            if (access.acquire)
                view.join(read.view);
            result.value[word] = read.value;
        }
        State after = state;
        go_on(after, process, view, result);
        steps.push_back({{process, access, result}, after});
    }

    // Writes the newest value of a place, and for compare_both of the next one.
    void
    write(const State &state, std::size_t process, const Access &access, const Found &result, std::vector<Step> &steps)
    {
        View view = views[state.processes[process].view];
        State after = state;
        const std::size_t words = access.kind == Access::Kind::compare_both ? 2 : 1;
        // Of a lock only the newest value is read.
        const bool is_lock = access.kind >= Access::Kind::lock;
        View released{};
        for (std::size_t word = 0; word < words; ++word) {
            const std::size_t place = access.place + word;
            const std::size_t last = state.count[place] - 1u;
            if (!is_lock && last + 1 == most_values)
                fail("more values than the model has room for");
            // What also reads goes on with what the values before released.
            if (result.exchanged) {
                released.join(newest(state, place).view);
                if (access.acquire)
                    view.join(newest(state, place).view);
            }
            view.seen[place] = static_cast<std::uint8_t>(is_lock ? 0 : last + 1);
        }
        if (access.release)
            released.join(view);
        for (std::size_t word = 0; word < words && broken.empty(); ++word) {
            const std::size_t place = access.place + word;
            View carried = released;
            carried.seen[place] = view.seen[place];
            after.written[place][is_lock ? 0u : after.count[place]++] = writes.number({access.value[word], carried});
        }
        go_on(after, process, view, result);
        steps.push_back({{process, access, result}, after});
    }

    void
    go_on(State &after, std::size_t process, const View &view, const Found &result)
    {
        Process &self = after.processes[process];
        self.at = point_after(process, self.at, result);
        self.view = views.number(view);
        // All ends of a process are one.
        if (!points[self.at].next) {
            self.at = none;
            if (programs.size() > 1)
                self.view = self.begun = views.number({});
        }
    }

    // The beginning or the end of a call.
    void
    tell(const State &state, std::size_t process, const Access &access, std::vector<Step> &steps)
    {
        State after = state;
        View view = views[state.processes[process].view];
        path.push_back({process, access, {}});
        if (access.kind == Access::Kind::begin) {
            after.processes[process].begun = after.processes[process].view;
        } else {
            check(after, process, access);
            view.known = std::max(view.known, access.key);
        }
        path.pop_back();
        go_on(after, process, view, {});
        steps.push_back({{process, access, {}}, after});
    }

    void
    check(State &state, std::size_t process, const Access &access)
    {
        if (ceiling < most_places && access.value[0] >= newest(state, ceiling).value)
            fail("an id is returned or observed that is not below the ceiling on disk");
        if (!rises || access.kind == Access::Kind::observe)
            return;
        if (access.key <= views[state.processes[process].begun].known)
            fail("an id is not above one that was known before");
        const std::uint32_t key = keys.number(access.key);
        if (std::count(state.returned.begin(), state.returned.end(), key) != 0)
            fail("an id is returned twice");
        if (state.returned[0] != keys.number({}))
            fail("more calls than the model has room for");
        *std::min_element(state.returned.begin(), state.returned.end()) = key;
        std::sort(state.returned.begin(), state.returned.end());
    }

    void
    fail(const std::string &what)
    {
        if (!broken.empty())
            return;
        static constexpr const char *kinds[] = {"load",    "store",  "add",    "compare",  "compare_both",
                                                "present", "wait",   "lock",   "try_lock", "unlock",
                                                "begin",   "return", "observe"};
        broken = what;
        for (const Event &event : path) {
            const Access &access = event.access;
            broken += "\n  process " + std::to_string(event.process) + ": " + kinds[static_cast<int>(access.kind)];
            if (access.kind < Access::Kind::begin)
                broken += ' ' + (access.place < names.size() ? names[access.place] : std::to_string(access.place));
            broken += " " + std::to_string(event.found.value[0]) + (event.found.exchanged ? " ->" : "") + " " +
                      std::to_string(access.value[0]);
        }
    }
};

} // namespace ulidkit::test
