package org.isolde.bench;

/** The floor under every start: the least that a Java program does. It depends on no other class. */
final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
