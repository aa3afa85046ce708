"""Tests of the report on any problem."""
