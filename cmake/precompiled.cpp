// Empty: a target of precompiled headers needs a source file, and these headers are all that there is to
// compile.
