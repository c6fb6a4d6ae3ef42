CREATE TABLE "sales_day_store" (
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"facts" integer NOT NULL,
	"orders" bigint NOT NULL,
	"unknown_orders" bigint NOT NULL,
	"unrated_lines" bigint DEFAULT 0 NOT NULL,
	"pieces" bigint NOT NULL,
	"returned_pieces" bigint NOT NULL,
	"sent_pieces" bigint NOT NULL,
	"sent_hours" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"refund_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"abroad_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"profit_minor" bigint NOT NULL,
	"profit_sale_minor" bigint NOT NULL,
	CONSTRAINT "sales_day_store_day_store_id_pk" PRIMARY KEY("day","store_id")
);

--> statement-breakpoint
-- Whoever writes the sums by day, shop and country writes these with them. A row that nothing is left of goes.
CREATE FUNCTION sales_day_store_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'DELETE' THEN
    INSERT INTO sales_day_store AS s (day, store_id,
      facts, orders, unknown_orders, unrated_lines, pieces, returned_pieces, sent_pieces, sent_hours, sale_minor, refund_minor,
      tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
    SELECT day, store_id,
      sum(facts), sum(orders), sum(unknown_orders), sum(unrated_lines), sum(pieces), sum(returned_pieces), sum(sent_pieces),
      sum(sent_hours), sum(sale_minor), sum(refund_minor), sum(tax_minor), sum(goods_minor), sum(freight_minor), sum(abroad_minor),
      sum(fee_minor), sum(profit_minor), sum(profit_sale_minor)
    FROM added GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, store_id) DO UPDATE SET
      facts = s.facts + excluded.facts, orders = s.orders + excluded.orders, unknown_orders = s.unknown_orders + excluded.unknown_orders,
      unrated_lines = s.unrated_lines + excluded.unrated_lines, pieces = s.pieces + excluded.pieces,
      returned_pieces = s.returned_pieces + excluded.returned_pieces, sent_pieces = s.sent_pieces + excluded.sent_pieces,
      sent_hours = s.sent_hours + excluded.sent_hours, sale_minor = s.sale_minor + excluded.sale_minor,
      refund_minor = s.refund_minor + excluded.refund_minor, tax_minor = s.tax_minor + excluded.tax_minor,
      goods_minor = s.goods_minor + excluded.goods_minor, freight_minor = s.freight_minor + excluded.freight_minor,
      abroad_minor = s.abroad_minor + excluded.abroad_minor, fee_minor = s.fee_minor + excluded.fee_minor,
      profit_minor = s.profit_minor + excluded.profit_minor, profit_sale_minor = s.profit_sale_minor + excluded.profit_sale_minor;
  END IF;
  IF tg_op <> 'INSERT' THEN
    INSERT INTO sales_day_store AS s (day, store_id,
      facts, orders, unknown_orders, unrated_lines, pieces, returned_pieces, sent_pieces, sent_hours, sale_minor, refund_minor,
      tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
    SELECT day, store_id,
      -sum(facts), -sum(orders), -sum(unknown_orders), -sum(unrated_lines), -sum(pieces), -sum(returned_pieces), -sum(sent_pieces),
      -sum(sent_hours), -sum(sale_minor), -sum(refund_minor), -sum(tax_minor), -sum(goods_minor), -sum(freight_minor),
      -sum(abroad_minor), -sum(fee_minor), -sum(profit_minor), -sum(profit_sale_minor)
    FROM removed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, store_id) DO UPDATE SET
      facts = s.facts + excluded.facts, orders = s.orders + excluded.orders, unknown_orders = s.unknown_orders + excluded.unknown_orders,
      unrated_lines = s.unrated_lines + excluded.unrated_lines, pieces = s.pieces + excluded.pieces,
      returned_pieces = s.returned_pieces + excluded.returned_pieces, sent_pieces = s.sent_pieces + excluded.sent_pieces,
      sent_hours = s.sent_hours + excluded.sent_hours, sale_minor = s.sale_minor + excluded.sale_minor,
      refund_minor = s.refund_minor + excluded.refund_minor, tax_minor = s.tax_minor + excluded.tax_minor,
      goods_minor = s.goods_minor + excluded.goods_minor, freight_minor = s.freight_minor + excluded.freight_minor,
      abroad_minor = s.abroad_minor + excluded.abroad_minor, fee_minor = s.fee_minor + excluded.fee_minor,
      profit_minor = s.profit_minor + excluded.profit_minor, profit_sale_minor = s.profit_sale_minor + excluded.profit_sale_minor;
    DELETE FROM sales_day_store WHERE facts = 0 AND (day, store_id) IN (SELECT day, store_id FROM removed);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_day_place_added AFTER INSERT ON sales_day_place
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_day_store_keep();
--> statement-breakpoint
CREATE TRIGGER sales_day_place_removed AFTER DELETE ON sales_day_place
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sales_day_store_keep();
--> statement-breakpoint
CREATE TRIGGER sales_day_place_changed AFTER UPDATE ON sales_day_place
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_day_store_keep();
--> statement-breakpoint
-- What was counted before. After the triggers, whose lock lets nobody write meanwhile: what a node of the previous version counts is either in
-- this statement or in its trigger.
INSERT INTO sales_day_store (day, store_id, facts, orders, unknown_orders, unrated_lines, pieces, returned_pieces, sent_pieces, sent_hours, sale_minor, refund_minor, tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
SELECT day, store_id, sum(facts), sum(orders), sum(unknown_orders), sum(unrated_lines), sum(pieces), sum(returned_pieces),
  sum(sent_pieces), sum(sent_hours), sum(sale_minor), sum(refund_minor), sum(tax_minor), sum(goods_minor),
  sum(freight_minor), sum(abroad_minor), sum(fee_minor), sum(profit_minor), sum(profit_sale_minor)
FROM sales_day_place GROUP BY 1, 2;
