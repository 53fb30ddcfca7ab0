#include "model/number.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace stator {

// Lets GoogleTest print numbers and faults in its messages.
void PrintTo(const Number& number, std::ostream* out) { *out << number.to_string(); }
void PrintTo(NumberFault fault, std::ostream* out) { *out << "fault " << static_cast<int>(fault); }

namespace {

using Result = std::variant<Number, NumberFault>;

std::string zeros(std::size_t count) { return std::string(count, '0'); }
std::string nines(std::size_t count) { return std::string(count, '9'); }

Number number(std::string_view text) {
  const Result result = Number::parse(text);
  EXPECT_TRUE(std::holds_alternative<Number>(result)) << text;
  const Number* parsed = std::get_if<Number>(&result);
  return parsed != nullptr ? *parsed : Number();
}

std::optional<NumberFault> fault_of(const Result& result) {
  const NumberFault* fault = std::get_if<NumberFault>(&result);
  return fault != nullptr ? std::optional(*fault) : std::nullopt;
}

struct Spelling {
  std::string text;
  std::string canonical;
};

TEST(Number, EverySpellingPrintsAsPlainDecimal) {
  const std::vector<Spelling> cases = {
      {"0", "0"},
      {"-0", "0"},
      {"+0", "0"},
      {"0.000", "0"},
      {"-0.0e5", "0"},
      {".0", "0"},
      {"0.", "0"},
      {"1", "1"},
      {"+1", "1"},
      {"-1", "-1"},
      {"0042", "42"},
      {"1.0", "1"},
      {"1.50", "1.5"},
      {"1.", "1"},
      {".5", "0.5"},
      {"-.5", "-0.5"},
      {"1E3", "1000"},
      {"1e3", "1000"},
      {"1E+3", "1000"},
      {"1e0003", "1000"},
      {"1e0", "1"},
      {"1E-5", "0.00001"},
      {"12.5e1", "125"},
      {"12.5e-1", "1.25"},
      {"0.0100e2", "1"},
      {"100200300", "100200300"},
      {"000123.456000", "123.456"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "18446744073709551616"},
      {"12345678901234567890123456789012345678", "12345678901234567890123456789012345678"},
      {"-1.2345678901234567890123456789012345678", "-1.2345678901234567890123456789012345678"},
      {"10000000000000000000000000000000000001", "10000000000000000000000000000000000001"},
  };
  for (const auto& [text, canonical] : cases) {
    EXPECT_EQ(number(text).to_string(), canonical) << text;
  }
}

TEST(Number, EqualValuesAreEqualWhateverTheirSpelling) {
  const std::vector<std::vector<std::string>> groups = {
      {"0", "-0", "0e999999", "0.0e-999999", "+.0"},
      {"1", "1.0", "01", "1e0", "10e-1", "0.1e1", "+1"},
      {"-150", "-1.5e2", "-150.00", "-0.015E+4"},
      {"1" + zeros(100), "1e100", "0.1e101"},
  };
  for (const std::vector<std::string>& group : groups) {
    for (const std::string& text : group) {
      EXPECT_EQ(number(text), number(group.front())) << text;
      EXPECT_TRUE(number(text) <=> number(group.front()) == 0) << text;
    }
  }
}

TEST(Number, TextOutsideTheGrammarIsNotANumber) {
  const std::vector<std::string> cases = {
      "",     " ",     "+",    "-",    ".",     "+.",      "-.",   "e5",       ".e5",
      "1e",   "1e+",   "1e-",  "1e.5", "1e5.0", "1e5e5",   "--1",  "+-1",      "1-",
      "1 ",   " 1",    "1 2",  "1_0",  "1,0",   "1.2.3",   "0x10", "inf",      "Infinity",
      "nan",  "NaN",   "abc",  "1a",   "1d",    "\xD9\xA1", "1\n",  "\t1",      "#1",
      "1e+-5", "e",    "..1",  "1..",  std::string("1\0", 2), std::string("\0", 1),
  };
  for (const std::string& text : cases) {
    EXPECT_EQ(fault_of(Number::parse(text)), NumberFault::kNotANumber) << '[' << text << ']';
  }
}

TEST(Number, TheRangeEndsAtPlusAndMinus10ToThe126) {
  EXPECT_EQ(number("1E125").to_string(), "1" + zeros(125));
  EXPECT_EQ(number("9.9999999999999999999999999999999999999E+125").to_string(),
            nines(38) + zeros(88));
  EXPECT_EQ(number("-" + nines(38) + "E88").to_string(), "-" + nines(38) + zeros(88));
  for (const std::string& text :
       {std::string("1E126"), std::string("-1E126"), "1" + zeros(126), std::string("0.1E127"),
        std::string("10E125"), std::string("1E99999999999999999999"), nines(39) + "E100"}) {
    EXPECT_EQ(fault_of(Number::parse(text)), NumberFault::kOverflow) << text;
  }
}

TEST(Number, TheRangeBeginsAt10ToTheMinus130) {
  EXPECT_EQ(number("1E-130").to_string(), "0." + zeros(129) + "1");
  EXPECT_EQ(number("-1E-130").to_string(), "-0." + zeros(129) + "1");
  EXPECT_EQ(number("1.5E-130").to_string(), "0." + zeros(129) + "15");
  for (const std::string& text :
       {std::string("9.9E-131"), std::string("-1E-131"), "0." + zeros(130) + "1",
        std::string("0.1E-130"), std::string("1E-99999999999999999999")}) {
    EXPECT_EQ(fault_of(Number::parse(text)), NumberFault::kUnderflow) << text;
  }
}

TEST(Number, AnExponentMayMakeUpForManyDigits) {
  EXPECT_EQ(number("1" + zeros(5000) + "E-5000"), number("1"));
  EXPECT_EQ(number("0." + zeros(5000) + "1E5001"), number("1"));
  EXPECT_EQ(number("5E" + zeros(5000) + "1"), number("50"));
  EXPECT_EQ(number("0E" + nines(5000)), Number());
  EXPECT_EQ(number("0E-" + nines(5000)), Number());
}

TEST(Number, OnlySignificantDigitsCountTowardsThe38) {
  EXPECT_EQ(number(zeros(50) + nines(38)).to_string(), nines(38));
  EXPECT_EQ(number(nines(38) + zeros(50)).to_string(), nines(38) + zeros(50));
  EXPECT_EQ(number(nines(38) + "." + zeros(50)).to_string(), nines(38));
  EXPECT_EQ(number("0." + zeros(50) + nines(38)).to_string(), "0." + zeros(50) + nines(38));
  EXPECT_EQ(number("1" + zeros(36) + "1").to_string(), "1" + zeros(36) + "1");
  for (const std::string& text :
       {nines(39), "-" + nines(39), "0." + nines(39), "1" + zeros(37) + "1",
        "1." + zeros(37) + "1", nines(38) + zeros(3) + "1", nines(200) + "E-100"}) {
    EXPECT_EQ(fault_of(Number::parse(text)), NumberFault::kTooManyDigits) << text;
  }
}

TEST(Number, AnIntegerIsTheNumberOfItsText) {
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{10}, std::int64_t{-1200},
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(Number(value), number(std::to_string(value)));
    EXPECT_EQ(Number(value).to_string(), std::to_string(value));
  }
}

// Every value below is less than the next.
const std::vector<std::string> kAscending = {
    "-" + nines(38) + "E88", "-1E125", "-1E124", "-12345678901234567890", "-1000", "-123.5",
    "-123.45", "-123.4", "-123", "-12", "-2", "-1.5", "-1", "-0.5", "-0.15", "-0.05", "-1E-129",
    "-1E-130", "0", "1E-130", "1.5E-130", "1E-129", "0.05", "0.15", "0.5", "1",
    "1.0000000000000000000000000000000000001", "1.5", "2", "9.99", "10", "12", "99.9", "100",
    "123", "123.4", "123.45", "123.5", "1000", "18446744073709551615", "18446744073709551616",
    "99999999999999999999999999999999999999", "1E38", "1E124", "1E125", nines(38) + "E88"};

TEST(Number, NumbersAreOrderedByValue) {
  for (std::size_t i = 0; i < kAscending.size(); ++i) {
    for (std::size_t j = 0; j < kAscending.size(); ++j) {
      EXPECT_TRUE((number(kAscending[i]) <=> number(kAscending[j])) == (i <=> j))
          << kAscending[i] << ' ' << kAscending[j];
    }
  }
}

struct Sum {
  std::string a;
  std::string b;
  std::string sum;
};

TEST(Number, SumsAreExact) {
  const std::vector<Sum> cases = {
      {"0", "0", "0"},
      {"0", "-7.5", "-7.5"},
      {"1", "1", "2"},
      {"1", "-1", "0"},
      {"-1", "1", "0"},
      {"0.1", "0.2", "0.3"},
      {"0.5", "0.5", "1"},
      {"95", "5", "100"},
      {"1000", "0.001", "1000.001"},
      {"-1000", "0.001", "-999.999"},
      {"1", "-1000", "-999"},
      {"9999999999999999999", "1", "10000000000000000000"},
      {"18446744073709551615", "1", "18446744073709551616"},
      {"18446744073709551616", "-1", "18446744073709551615"},
      {"12345678901234567890123456781", "9", "12345678901234567890123456790"},
      // 38 digits remain although the larger operand has 39 at the scale of the smaller one.
      {"1E38", "-1", nines(38)},
      {"-1E38", "1", "-" + nines(38)},
      {"1E38", "-" + nines(38), "1"},
      {"1.5E38", "-50000000000000000000000000000000000001", nines(38)},
      {nines(38), "1", "1" + zeros(38)},
      {"5E125", "4E125", "9" + zeros(125)},
      {"1E-130", "1E-130", "0." + zeros(129) + "2"},
      {"1E-130", "-1E-130", "0"},
  };
  for (const auto& [a, b, sum] : cases) {
    EXPECT_EQ(Number::add(number(a), number(b)), Result(number(sum))) << a << " + " << b;
    EXPECT_EQ(Number::add(number(b), number(a)), Result(number(sum))) << b << " + " << a;
    EXPECT_EQ(Number::subtract(number(a), number(b).negated()), Result(number(sum)));
    EXPECT_EQ(Number::subtract(number(sum), number(b)), Result(number(a)));
  }
}

struct SumFault {
  std::string a;
  std::string b;
  NumberFault fault;
};

TEST(Number, SumsThatCannotBeStoredSayWhy) {
  const std::vector<SumFault> cases = {
      {"1E38", "1", NumberFault::kTooManyDigits},
      {nines(38), nines(38), NumberFault::kTooManyDigits},
      {"2E38", "-1", NumberFault::kTooManyDigits},
      {"1.1E38", "-1", NumberFault::kTooManyDigits},
      {"1E39", "-1", NumberFault::kTooManyDigits},
      {"1E125", "1E-130", NumberFault::kTooManyDigits},
      {"1E125", "-1E-130", NumberFault::kTooManyDigits},
      {nines(38), "0.1", NumberFault::kTooManyDigits},
      {nines(37) + ".9", "0.01", NumberFault::kTooManyDigits},
      {"9E125", "1E125", NumberFault::kOverflow},
      {"-9E125", "-1E125", NumberFault::kOverflow},
      {nines(38) + "E88", "1E88", NumberFault::kOverflow},
      {"1.1E-130", "-1E-130", NumberFault::kUnderflow},
      {"-1.1E-130", "1E-130", NumberFault::kUnderflow},
  };
  for (const auto& [a, b, fault] : cases) {
    EXPECT_EQ(fault_of(Number::add(number(a), number(b))), fault) << a << " + " << b;
    EXPECT_EQ(fault_of(Number::add(number(b), number(a))), fault) << b << " + " << a;
    EXPECT_EQ(fault_of(Number::subtract(number(a), number(b).negated())), fault);
  }
}

TEST(Number, SmallSumsAgreeWithIntegerArithmetic) {
  std::mt19937_64 random(20240601);
  for (int i = 0; i < 20'000; ++i) {
    const int shift_a = static_cast<int>(random() % 60);
    const int shift_b = static_cast<int>(random() % 60);
    const auto a = static_cast<std::int64_t>(random()) >> 2 >> shift_a;
    const auto b = static_cast<std::int64_t>(random()) >> 2 >> shift_b;
    EXPECT_EQ(Number::add(Number(a), Number(b)), Result(Number(a + b))) << a << ' ' << b;
    EXPECT_EQ(Number::subtract(Number(a), Number(b)), Result(Number(a - b))) << a << ' ' << b;
    EXPECT_TRUE((Number(a) <=> Number(b)) == (a <=> b)) << a << ' ' << b;
  }
}

TEST(Number, TextSurvivesPrintingAndParsing) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(1, static_cast<char>('1' + random() % 9));
    const std::uint64_t more_digits = random() % 38;
    for (std::uint64_t d = 0; d < more_digits; ++d) text += static_cast<char>('0' + random() % 10);
    const int leading = static_cast<int>(random() % 256) - 130;
    const int exponent = leading - static_cast<int>(more_digits);
    const Number value = number(text + "E" + std::to_string(exponent));
    EXPECT_EQ(number(value.to_string()), value) << text << 'E' << exponent;
    EXPECT_EQ(value.negated().to_string(), "-" + value.to_string());
  }
}

TEST(Number, NegationOfZeroIsZero) {
  EXPECT_EQ(Number().negated(), Number());
  EXPECT_FALSE(Number().negated().is_negative());
  EXPECT_TRUE(number("1").negated().is_negative());
  EXPECT_EQ(number("-2.5").negated(), number("2.5"));
}

TEST(Number, AppendingKeepsWhatIsThere) {
  std::string text = "n=";
  number("-12.50").append_to(text);
  EXPECT_EQ(text, "n=-12.5");
}

TEST(Number, NoTextIsLongerThanTheMaximum) {
  const std::string digits = "12345678901234567890123456789012345678";
  const std::string longest = "-0." + std::string(129, '0') + digits;
  EXPECT_EQ(number(longest).to_string(), longest);
  EXPECT_EQ(longest.size(), Number::kTextBytesMax);
  EXPECT_EQ(number("-" + digits + "E88").to_string(), "-" + digits + std::string(88, '0'));
}

struct Size {
  std::string text;
  std::size_t bytes;
};

TEST(Number, SizesCountDigitPairsAlignedAtThePoint) {
  const std::vector<Size> cases = {
      // Measured, or of a suite that was fitted to the service.
      {"0", 1}, {"-0", 1},
      {"1", 2}, {"10", 2}, {"12", 2}, {"100", 2}, {"15", 2}, {"0.15", 2}, {"0.0000001", 2},
      {"1E125", 2}, {"1E-100", 2}, {"0042", 2},
      {"123", 3}, {"1010", 3}, {"1234", 3}, {"1.5", 3}, {"1.200", 3}, {"-42", 3}, {"-0.15", 3},
      {"-1E125", 3},
      {"12345", 4}, {"123456", 4}, {"1.234", 4}, {"100.5", 4}, {"12.3456", 4},
      {"3.14159", 5}, {"1234567", 5}, {"-12345", 5},
      {"123456789", 6}, {"1234567890123456789", 11},
      {"12345678901234567890123456789012345678", 20},
      // By the rule of aligned pairs alone.
      {"110", 3}, {"12000", 3}, {"0.012", 3}, {"1700000000000", 3},
      {"1.2345678901234567890123456789012345678", 21},
      // The spelling does not matter, and 21 bytes is the most.
      {"1E2", 2}, {"0100.0", 2},
      {"-12345678901234567890123456789012345678", 21},
      {"-1.2345678901234567890123456789012345678", 21},
  };
  for (const auto& [text, bytes] : cases) {
    EXPECT_EQ(number(text).size_bytes(), bytes) << text;
  }
}

}  // namespace
}  // namespace stator
