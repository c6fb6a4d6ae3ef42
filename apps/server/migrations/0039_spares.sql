ALTER TABLE "purchase_demand" ADD COLUMN "is_cover" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_demand" ADD COLUMN "taken_with" uuid;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "missing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "spare" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "spare_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "spare_gone" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "spare_cost_minor" bigint;--> statement-breakpoint
CREATE INDEX "purchase_demand_cover" ON "purchase_demand" USING btree ("taken_with") WHERE is_cover;--> statement-breakpoint
CREATE INDEX "purchase_line_spare" ON "purchase_line" USING btree ("offer_id") WHERE spare > 0 or spare_used > 0 or spare_gone > 0;--> statement-breakpoint
-- What is on its way and was bought over what orders asked for. Goods that came long ago are not counted: nobody knows what became of them.
UPDATE "purchase_line" l SET "spare" = greatest(0, greatest(l."quantity", l."received") - asked.pieces)
FROM (
  SELECT line.id, ceil(coalesce(sum(d."sale_quantity"::numeric * d."ratio_source" / d."ratio_sale"), 0))::int AS pieces
  FROM "purchase_line" line
  JOIN "purchase_order" o ON o.id = line."purchase_id" AND o."state" IN ('to-pay', 'to-send', 'to-receive', 'part-received')
    AND o."payment" NOT IN ('refunded', 'part-refunded')
  LEFT JOIN "purchase_line" member ON member."target_line_id" = line.id
  LEFT JOIN "purchase_demand" d ON d."line_id" = line.id OR d."line_id" = member.id
  GROUP BY line.id
) asked WHERE asked.id = l.id AND greatest(l."quantity", l."received") > asked.pieces;
