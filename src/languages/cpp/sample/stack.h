// A header that only its contents tell to be C++.
#pragma once
#include <stdint.h>
#include <string>
#include <boost/optional.hpp>
#include "detail/base.h"

#define STACK_API __declspec(dllexport)
#define STACK_BEGIN namespace shop {

namespace shop {

class Forward;
struct Plain { int x, y; };

/// A stack of anything.
template <typename T, class Alloc = std::allocator<T>, typename... Rest>
class STACK_API Stack final : public Base<T>, private detail::Store, virtual public ns::a::Third {
 public:
  using value_type = T;
  typedef const T *const_pointer;
  static constexpr int kMax = 3;

  /** Makes it. */
  explicit Stack(int size) : Base<T>(size), count_{size} {}
  Stack(const Stack &) = delete;
  virtual ~Stack() noexcept;

  operator bool() const { return count_ > 0; }
  explicit operator std::string() const;
  bool operator==(const Stack &other) const = default;
  T &operator[](size_t index);
  void operator()(int);
  Stack &operator=(Stack &&) noexcept;

  /// Puts one on top.
  [[nodiscard]] virtual auto push(T value) -> std::vector<T> = 0;
  template <typename V>
  V map(V (*mapper)(T)) const;
  const T *top() const noexcept override;
  static Stack *create();

  friend bool operator<(const Stack &, const Stack &);
  friend std::ostream &operator<<(std::ostream &out, const Stack &stack) { return out; }
  friend class Forward;

  enum class Mode : std::uint8_t { On, Off };
  struct Node {
    Node *next = nullptr;
  };

 protected:
  int a, *b = nullptr;
  void (*callback_)(int);

 private:
  void grow();
#ifdef STACK_DEBUG
  int debug_;
 public:
  int shown_;
 private:
#endif
  int count_{0};
  shop::detail::Holder<T> holder_;
};

enum Color { Red, Green = 2 };
enum class Size : int { Small };

template <typename T>
concept Sortable = requires(T t) { t.sort(); };

template <typename T>
constexpr T pi = T(3.14);

using Callback = std::function<void(int)>;
template <typename T> using Vec = std::vector<T>;
namespace fs = std::filesystem;

template <Sortable T>
T largest(const Vec<T> &items);

}  // namespace shop

template <>
struct std::hash<shop::Plain> {
  size_t operator()(const shop::Plain &plain) const;
};
