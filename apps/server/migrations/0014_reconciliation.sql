CREATE TABLE "reconciliation_difference" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"pass" text NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"group" text NOT NULL,
	"severity" text NOT NULL,
	"weight" smallint NOT NULL,
	"state" text NOT NULL,
	"what" text NOT NULL,
	"why" text NOT NULL,
	"affects" text NOT NULL,
	"next" text NOT NULL,
	"objects" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"facts" text NOT NULL,
	"amount_minor" bigint,
	"mend" jsonb,
	"mend_message" text DEFAULT '' NOT NULL,
	"order_ids" uuid[] NOT NULL,
	"purchase_ids" uuid[] NOT NULL,
	"search_text" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"last_run_id" uuid,
	"closed_at" timestamp with time zone,
	"ignored_at" timestamp with time zone,
	"ignored_by" text,
	"ignored_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"place" jsonb,
	"covered" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"problems" text[] DEFAULT '{}' NOT NULL,
	"by_id" uuid,
	"by" text,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "triage_snooze" (
	"key" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_difference_key" ON "reconciliation_difference" USING btree ("key");--> statement-breakpoint
CREATE INDEX "reconciliation_difference_weight" ON "reconciliation_difference" USING btree ("state","weight" DESC NULLS FIRST,"first_seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_first" ON "reconciliation_difference" USING btree ("state","first_seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_amount" ON "reconciliation_difference" USING btree ("state","amount_minor" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_pass" ON "reconciliation_difference" USING btree ("pass","last_run_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "reconciliation_difference_orders" ON "reconciliation_difference" USING gin ("order_ids");--> statement-breakpoint
CREATE INDEX "reconciliation_difference_purchases" ON "reconciliation_difference" USING gin ("purchase_ids");--> statement-breakpoint
CREATE INDEX "reconciliation_run_created" ON "reconciliation_run" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_run_open" ON "reconciliation_run" USING btree ((true)) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "triage_snooze_until" ON "triage_snooze" USING btree ("until");