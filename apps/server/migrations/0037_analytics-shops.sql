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
-- What was counted before, by day, shop and country.
INSERT INTO sales_day_store (day, store_id, facts, orders, unknown_orders, unrated_lines, pieces, returned_pieces, sent_pieces, sent_hours, sale_minor, refund_minor, tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
SELECT day, store_id, sum(facts), sum(orders), sum(unknown_orders), sum(unrated_lines), sum(pieces), sum(returned_pieces),
  sum(sent_pieces), sum(sent_hours), sum(sale_minor), sum(refund_minor), sum(tax_minor), sum(goods_minor),
  sum(freight_minor), sum(abroad_minor), sum(fee_minor), sum(profit_minor), sum(profit_sale_minor)
FROM sales_day_place GROUP BY 1, 2;
