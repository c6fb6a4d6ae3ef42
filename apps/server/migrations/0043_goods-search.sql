-- Goods of 生意分析 are searched by their names and SKU (analytics.store).
CREATE INDEX sales_goods_search ON sales_goods USING gin (search_grams(lower(product_name || ' ' || variant_name || ' ' || sku)))
  WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
-- As in 0041.
ANALYZE sales_goods;
