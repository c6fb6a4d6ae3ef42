CREATE TABLE "placement_request" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"trade_type" text,
	"by_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Attempts that were about to be sent: what a person agreed to is a way in stages, all else is what 1688 offered.
INSERT INTO "placement_request" ("purchase_id", "trade_type", "by_id", "by")
SELECT "purchase_id", CASE WHEN "sent"->>'tradeType' LIKE '%staged' THEN "sent"->>'tradeType' END, "by_id", "by"
FROM "placement" WHERE "state" = 'sent';
