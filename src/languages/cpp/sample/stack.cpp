/* Implementation. */
#include "stack.h"
#include <cstdio>
#include <vector>
#include <fmt/core.h>

using std::string;
using namespace std::literals;

namespace shop::detail {
inline namespace v1 {
int total = 0;
}
}  // namespace shop::detail

namespace {
int hidden;
class Secret {
 public:
  int value() { return hidden; }
};
}  // namespace

static int counter = 0;
const char *const names[] = {"a", "b"}, *first = names[0];
auto square = [](int x) { return times(x, x); };
thread_local std::unique_ptr<Secret> secret{new Secret};

extern "C" int stack_count(void);
extern "C" {
void stack_reset(int code) { counter = code; }
}

namespace shop {

template <typename T>
void Stack<T>::grow() {
  data_.push_back(T{});
}

int Registry::count = 0;
Registry::Registry(int x) : Base(x), x_(x) {}
Registry::~Registry() {}
Registry::operator bool() const { return true; }
Registry &shop::Registry::operator=(const Registry &other) { return *this; }

/// Everything that can be called.
int run(int argc, char **argv) {
  auto p = new detail::Foo<int>(1);
  auto *q = new Bar;
  Foo x{1};
  auto y = Foo{1};
  auto z = a::b::Foo{2};
  Foo w(1);
  Lock guard(mutex);
  x.start();
  p->template get<int>();
  p->convert<int>(1);
  detail::go();
  a::b::make<int>(1);
  h<int>();
  this->m();
  obj.a.b->c();
  ::glob();
  static_cast<Foo *>(p)->run();
  std::make_unique<Foo>(3);
  (*hook)(1);
  Color color = Color::Red;
  auto [k, v] = pair();
  auto local = [&](int n) { return inner(n); };
  try {
    throw Error("x");
  } catch (const ns::Failure &e) {
    throw ns::Error{1};
  }
  for (const auto &item : items) item();
  return argc;
}

}  // namespace shop

TEST(StackTest, Pushes) { EXPECT_EQ(run(0, nullptr), 0); }
