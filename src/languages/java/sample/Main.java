void main() {
    IO.println(greeting("x"));
}

String greeting(String name) {
    return "Hello " + name;
}
