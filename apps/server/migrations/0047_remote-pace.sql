CREATE TABLE "remote_pace" (
	"budget" text PRIMARY KEY NOT NULL,
	"starts" double precision[] DEFAULT '{}' NOT NULL,
	"quiet_until" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- Hands out at most `wanted` starts of a budget, none more than a second ahead, so that no window of a second holds more than
-- `per_second`; 30 ms are kept for what a call may be late. By this server's clock, in milliseconds.
CREATE FUNCTION take_starts(of_budget text, wanted integer, per_second integer) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  kept remote_pace;
  now_ms double precision;
  latest double precision[];
  granted double precision[] := '{}';
  free double precision;
BEGIN
  INSERT INTO remote_pace (budget) VALUES (of_budget) ON CONFLICT DO NOTHING;
  SELECT * INTO kept FROM remote_pace WHERE budget = of_budget FOR UPDATE;
  -- After the wait for the row: what was handed out meanwhile is in it.
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  SELECT coalesce(array_agg(s ORDER BY s), '{}') INTO latest FROM unnest(kept.starts) s WHERE s > now_ms - 1030;
  LOOP
    free := greatest(now_ms, kept.quiet_until);
    IF cardinality(latest) >= per_second THEN
      free := greatest(free, latest[cardinality(latest) - per_second + 1] + 1030);
    END IF;
    EXIT WHEN cardinality(granted) >= wanted OR free > now_ms + 1000;
    latest := latest || free;
    granted := granted || free;
  END LOOP;
  UPDATE remote_pace SET starts = latest WHERE budget = of_budget;
  RETURN json_build_object('now', now_ms, 'granted', granted, 'again', least(free, now_ms + 1000));
END $$;--> statement-breakpoint
-- The remote asked for quiet: nothing of this budget starts for so many milliseconds.
CREATE FUNCTION quiet_starts(of_budget text, for_ms double precision) RETURNS void LANGUAGE sql AS $$
  INSERT INTO remote_pace AS kept (budget, quiet_until)
  VALUES (of_budget, extract(epoch FROM clock_timestamp()) * 1000 + for_ms)
  ON CONFLICT (budget) DO UPDATE SET quiet_until = greatest(kept.quiet_until, excluded.quiet_until)
$$;
