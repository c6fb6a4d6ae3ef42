-- What returns are searched by (orders/returns.mapping, returnText): name, number of the order, titles and SKUs of what is returned.
UPDATE sales_order_return r SET search_text = lower(r.name || ' ' || o.number || coalesce((
  SELECT string_agg(' ' || i.title || ' ' || i.variant_title || ' ' || i.sku, '')
  FROM sales_order_line l JOIN sold_item i ON i.id = l.item_id
  WHERE l.order_id = r.order_id AND l.shopify_id::text IN (SELECT one->>'shopifyLineId' FROM jsonb_array_elements(r.lines) one)
), '')) FROM sales_order o WHERE o.id = r.order_id;--> statement-breakpoint
CREATE INDEX sales_order_return_search ON sales_order_return USING gin (search_terms(search_text, requested_at)) WITH (gin_pending_list_limit = 1024);
