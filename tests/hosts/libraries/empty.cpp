// A library that is no component.
extern "C" int answer() { return 42; }
