-- Adds whole numbers to a whole number. PostgreSQL's own sum of bigint is a numeric, which takes several times as long; added as floating points each
-- number has to be converted first. An answer of analytics adds up 300,000 numbers (decision 0062).
CREATE AGGREGATE whole_sum(bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE);
