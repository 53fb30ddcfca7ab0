#include "model/vector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace stator {
namespace {

// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> kExactPowersOfTen = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr Uint128 kExactCoefficientMax = std::uint64_t{1} << 53U;

double from_text(const Number& number) {
  const std::string text = number.to_string();
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

// Two exact operands and one rounding give the nearest double: the usual case of few digits.
double to_double(const Number& number) {
  const Uint128 coefficient = number.coefficient();
  const auto power = static_cast<std::size_t>(std::abs(number.exponent()));
  if (coefficient > kExactCoefficientMax || power >= kExactPowersOfTen.size()) {
    return from_text(number);
  }
  const auto digits = static_cast<double>(static_cast<std::uint64_t>(coefficient));
  const double value = number.exponent() < 0 ? digits / kExactPowersOfTen[power]
                                             : digits * kExactPowersOfTen[power];
  return number.is_negative() ? -value : value;
}

std::optional<float> to_float(const Number& number) {
  const double value = to_double(number);
  constexpr double kMost = static_cast<double>(std::numeric_limits<float>::max());
  if (std::abs(value) > kMost) return std::nullopt;
  return static_cast<float>(value);
}

std::optional<Vector> read_vector(const AttributeValue& value, std::size_t dimensions) {
  const auto* list = value.get_if<List>();
  if (list == nullptr || list->size() != dimensions) return std::nullopt;
  Vector vector;
  vector.reserve(dimensions);
  for (const AttributeValue& element : *list) {
    const auto* number = element.get_if<Number>();
    const auto component = number == nullptr ? std::nullopt : to_float(*number);
    if (!component) return std::nullopt;
    vector.push_back(*component);
  }
  return vector;
}

double score(DistanceFunction function, std::span<const float> a, std::span<const float> b) {
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  double square_difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = static_cast<double>(a[i]);
    const double y = static_cast<double>(b[i]);
    product += x * y;
    square_a += x * x;
    square_b += y * y;
    square_difference += (x - y) * (x - y);
  }
  switch (function) {
    case DistanceFunction::kDotProduct:
      return product;
    case DistanceFunction::kEuclidean:
      return std::sqrt(square_difference);
    case DistanceFunction::kCosine:
      break;
  }
  const double length = std::sqrt(square_a) * std::sqrt(square_b);
  if (length == 0) return 1;
  return std::clamp(1 - product / length, 0.0, 2.0);
}

bool is_nearer(DistanceFunction function, double score, double other) {
  return function == DistanceFunction::kDotProduct ? score > other : score < other;
}

}  // namespace stator
