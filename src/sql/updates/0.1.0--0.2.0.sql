-- Functions of the planner, and the casts to timestamp and date.

@new@

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (@kind@, @kind@) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (@kind@, @kind@) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (@kind@, @kind@) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (@kind@, @kind@) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
