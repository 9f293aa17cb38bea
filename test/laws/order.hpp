// Order, neighbours and distance, compared with memcmp of the canonical bytes, int64 and 128-bit integers.
#pragma once

#include "laws/law.hpp"

namespace ulidkit::test {

constexpr int
sign(int order)
{
    return (order > 0) - (order < 0);
}

template <class K>
int
oracle(const K &a, const K &b)
{
    if constexpr (K::by_value)
        return (a.value > b.value) - (a.value < b.value);
    else
        return sign(std::memcmp(bytes_of(a).data(), bytes_of(b).data(), K::binary_size));
}

// b - a, rounded once. The low 64 bits are computed separately, because no integer has 160 bits.
template <class K>
long double
difference(const K &a, const K &b)
{
    if constexpr (K::by_value) {
        return static_cast<long double>(Wide{b.value} - Wide{a.value});
    } else {
        const auto x = bytes_of(a), y = bytes_of(b);
        Wide high = 0, low = 0;
        for (std::size_t i = 0; i < K::binary_size; ++i) {
            Wide &part = i + 8 < K::binary_size ? high : low;
            part = part * 256 + y[i] - x[i];
        }
        return static_cast<long double>(high) * 0x1p64L + static_cast<long double>(low);
    }
}

// Texts have the type's order, except those of timeids before 1970.
template <class K>
bool
text_is_ordered(const K &a, const K &b)
{
    if constexpr (std::is_same_v<K, Timeid>)
        return a.time() >= 0 && b.time() >= 0;
    else
        return true;
}

// The bytes of all fields of an id, one after the other.
class FieldBytes {
public:
    template <class K>
    explicit FieldBytes(const K &id)
    {
        id.fields(*this);
    }

    void
    operator()(std::string_view, std::int64_t number)
    {
        std::uint8_t bytes[8];
        store_be<8>(bytes, static_cast<std::uint64_t>(number));
        add(bytes, sizeof bytes);
    }

    void
    operator()(std::string_view, const std::uint8_t *bytes, std::size_t count)
    {
        add(bytes, count);
    }

    void
    operator()(std::string_view, std::string_view word)
    {
        add(reinterpret_cast<const std::uint8_t *>(word.data()), word.size());
    }

    bool
    operator==(const FieldBytes &other) const
    {
        return size == other.size && std::memcmp(row, other.row, size) == 0;
    }

private:
    std::uint8_t row[64];
    std::size_t size = 0;

    void
    add(const std::uint8_t *bytes, std::size_t count)
    {
        LAW(count <= sizeof row - size);
        std::memcpy(row + size, bytes, count);
        size += count;
    }
};

// The order of any two ids, for the operators, the planner, the texts and the times.
template <class K>
void
check_order(const K &a, const K &b)
{
    const int order = compare(a, b);
    LAW(sign(order) == oracle(a, b));
    LAW(sign(compare(b, a)) == -sign(order));
    LAW(compare(a, a) == 0);
    LAW(order > 0 || a.time() <= b.time());
    LAW(order < 0 || a.time() >= b.time());
    const Canonical<K> x{a}, y{b};
    if (text_is_ordered(a, b))
        LAW(sign(std::string_view(x).compare(y)) == sign(order));
    else
        LAW((std::string_view(x) == y) == (order == 0));
    // The time and the fields contain all of an id.
    LAW((a.time() == b.time() && FieldBytes(a) == FieldBytes(b)) == (order == 0));
    if constexpr (!K::by_value) {
        LAW(a.abbreviated() >= b.abbreviated() || order < 0);
        LAW((a.abbreviated() < b.abbreviated()) == (std::memcmp(a.bytes, b.bytes, 8) < 0));
    }
}

// The shape of K.
template <class K>
using ShapeOf = std::conditional_t<K::by_value, Int64, ByteString<K::binary_size>>;

// The next id and the one before it are each other's inverse. Their distance is one, or there is no id between them.
template <class K>
void
check_neighbours(const K &id)
{
    K next = id;
    if (!to_next(next)) {
        LAW(same(id, K::highest()));
        return;
    }
    LAW(is_valid(next));
    LAW(oracle(id, next) < 0);
    K back = next;
    LAW(to_previous(back) && same(back, id));
    if constexpr (HasGaps<K>) {
        K between = id;
        for (int step = 0; step < 100; ++step) {
            between.ShapeOf<K>::increment();
            if (same(between, next))
                return;
            LAW(!is_valid(between));
        }
    } else {
        LAW(difference(id, next) == 1);
    }
}

// b - a, for a <= b: exact if a double can be.
template <class K>
void
check_distance(const K &a, const K &b)
{
    const long double wanted = difference(a, b);
    const long double error = K::distance(a, b) - wanted;
    LAW((error < 0 ? -error : error) <= (wanted <= 0x1p53L ? 0 : wanted * 1e-14L));
}

// The ids of an id's time are those from lowest_at to highest_at, and the time is the start of a tick.
template <class K>
void
check_tick(const K &id)
{
    const std::int64_t time = id.time();
    LAW(time % K::tick == 0);
    LAW(K::lowest().time() <= time && time <= K::highest().time());
    const K first = K::lowest_at(time), last = K::highest_at(time);
    LAW(first.time() == time && last.time() == time);
    LAW(compare(first, id) <= 0 && compare(id, last) <= 0);
}

} // namespace ulidkit::test
