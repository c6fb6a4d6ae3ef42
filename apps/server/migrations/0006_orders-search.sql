-- What drizzle cannot express for the orders feature.

CREATE INDEX sold_item_search ON sold_item USING gin (search_grams(lower(title || ' ' || variant_title || ' ' || sku)))
  WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX sold_item_sku_prefix ON sold_item (lower(sku) text_pattern_ops);
--> statement-breakpoint
-- Numbers are looked for by their beginning, with or without the shop's sign before it.
CREATE INDEX sales_order_number ON sales_order (lower(ltrim(number, '#')) text_pattern_ops);
--> statement-breakpoint
-- Counters by statement, not by row; see product_count_added.
CREATE FUNCTION sales_order_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, count(*) FROM added
  GROUP BY store_id, state, payment, tracking_return;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sales_order_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, -count(*) FROM removed
  GROUP BY store_id, state, payment, tracking_return;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sales_order_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, sum(one)
  FROM (
    SELECT store_id, state, payment, tracking_return, 1 AS one FROM added
    UNION ALL
    SELECT store_id, state, payment, tracking_return, -1 FROM removed
  ) AS counted
  GROUP BY store_id, state, payment, tracking_return
  HAVING sum(one) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_insert AFTER INSERT ON sales_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_added();
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_delete AFTER DELETE ON sales_order
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_removed();
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_update AFTER UPDATE ON sales_order
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_changed();
