"""The language of expressions, conditions and statements: its words, its parser, its only reader."""
