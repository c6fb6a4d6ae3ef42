-- A row of a year is written again with every order of it. With half of each page left free it stays in its page, no index is written, and the rows of
-- a span stay together (decision 0062).
ALTER TABLE "sales_span_goods" SET (fillfactor = 50);--> statement-breakpoint
CLUSTER "sales_span_goods" USING "sales_span_goods_grain_day_goods_id_pk";
