class A {
  val first = second
  @f(