// A generator of each kind as a state machine: the input is its clock, its settings and its entropy.
#include <fuzzer/FuzzedDataProvider.h>

#include "laws/generator.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

namespace {

class InputSource final : public Source {
public:
    explicit InputSource(const Input &input) : provider{input.bytes(), input.size}
    {
    }

    std::uint64_t
    bits() override
    {
        return provider.ConsumeIntegral<std::uint64_t>();
    }

    std::size_t
    below(std::size_t end) override
    {
        return provider.ConsumeIntegralInRange<std::size_t>(0, end - 1);
    }

    std::int64_t
    between(std::int64_t first, std::int64_t last) override
    {
        return provider.ConsumeIntegralInRange(first, last);
    }

    void
    fill(std::uint8_t *to, std::size_t size) override
    {
        const std::size_t there = provider.ConsumeData(to, size);
        std::fill_n(to + there, size - there, std::uint8_t{0});
    }

    bool
    done()
    {
        return provider.remaining_bytes() == 0;
    }

private:
    FuzzedDataProvider provider;
};

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    input.for_kind([&]<class K>(std::type_identity<K>) {
        static Walk<K> walk; // static, so that the hot path allocates nothing
        InputSource source{input};
        walk.start(source);
        check_generate_at(walk.generator, walk.now);
        while (!source.done())
            walk.step(source);
    });
    return 0;
}
