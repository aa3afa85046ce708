"""Rules in three other letters, proved on the surfaces where something may change, which have two letters."""
