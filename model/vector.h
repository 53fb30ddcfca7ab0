// Vectors: lists of numbers that vector indexes compare.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator {

using Vector = std::vector<float>;

// The number in double precision, correctly rounded.
double to_double(const Number& number);

// A number in single precision; nullopt when it is beyond what that can hold.
std::optional<float> to_float(const Number& number);

// The list as a vector; nullopt unless it holds exactly `dimensions` numbers of single precision.
std::optional<Vector> read_vector(const AttributeValue& value, std::size_t dimensions);

// How far, or how near, two vectors of equal length are:
//   kCosine      1 - cosine of the angle, from 0 to 2; 1 when one of them is zero
//   kEuclidean   the distance
//   kDotProduct  the product
double score(DistanceFunction function, std::span<const float> a, std::span<const float> b);

// True when a score is that of the nearer one of two.
bool is_nearer(DistanceFunction function, double score, double other);

}  // namespace stator
