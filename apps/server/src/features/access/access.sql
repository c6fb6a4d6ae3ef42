-- What drizzle cannot express for the administration. The first of the features' files to run, hence the home of the
-- function that later ones index by.

-- Every one, two and three characters in a row of a text: Chinese words are mostly two characters long, which a trigram
-- index does not see. Parallel unsafe on purpose: starting workers takes longer than a page of a list may take.
CREATE FUNCTION search_grams(source text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
  grams text[] := '{}';
  two_back text := '';
  one_back text := '';
  current text;
BEGIN
  FOREACH current IN ARRAY string_to_array(left(source, 400), NULL) LOOP
    grams := grams || current;
    IF one_back <> '' THEN grams := grams || (one_back || current); END IF;
    IF two_back <> '' THEN grams := grams || (two_back || one_back || current); END IF;
    two_back := one_back;
    one_back := current;
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
CREATE INDEX role_search ON role USING gin (search_grams(lower(name))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS role_words ON (lower(name)) FROM role;
