// One visitor out of several lambdas.
#pragma once

namespace stator::expressions {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace stator::expressions
