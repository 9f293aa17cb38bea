COMMENT ON TYPE sparse IS 'a kind that only the tests have, with gaps between its values';
