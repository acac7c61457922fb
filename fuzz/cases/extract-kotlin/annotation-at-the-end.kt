val first = second
@f