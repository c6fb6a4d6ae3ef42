ALTER TABLE "placement_gate" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "orders" jsonb;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "ways" jsonb;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "expected_goods_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "expected_freight_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "now_goods_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "now_freight_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "now_total_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "tolerance_minor" bigint;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "within_tolerance" boolean;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "freight_unseen" boolean;--> statement-breakpoint
ALTER TABLE "placement_gate" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
UPDATE placement_gate SET
  lines = (SELECT coalesce(jsonb_agg(jsonb_build_object('specText', '', 'amountMinor', null) || one), '[]') FROM jsonb_array_elements(preview -> 'lines') one),
  orders = preview -> 'orders', ways = coalesce(preview -> 'ways', '[]'),
  expected_goods_minor = (preview #>> '{expected,goodsMinor}')::bigint,
  expected_freight_minor = CASE WHEN (preview ->> 'freightUnseen')::boolean THEN null ELSE (preview #>> '{expected,freightMinor}')::bigint END,
  now_goods_minor = (preview #>> '{now,goodsMinor}')::bigint, now_freight_minor = (preview #>> '{now,freightMinor}')::bigint,
  now_total_minor = (preview #>> '{now,totalMinor}')::bigint, tolerance_minor = (preview ->> 'toleranceMinor')::bigint,
  within_tolerance = (preview ->> 'withinTolerance')::boolean, freight_unseen = coalesce((preview ->> 'freightUnseen')::boolean, false),
  decided_at = to_timestamp((preview ->> 'at')::bigint / 1000.0);--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "lines" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "orders" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "ways" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "expected_goods_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "tolerance_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "within_tolerance" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "freight_unseen" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" ALTER COLUMN "decided_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "placement_gate" DROP COLUMN "preview";
