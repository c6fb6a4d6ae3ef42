CREATE TABLE "collector_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"key_hash" text NOT NULL,
	"minute" timestamp with time zone,
	"calls_in_minute" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_offer" ADD COLUMN "origin" text DEFAULT 'api' NOT NULL;--> statement-breakpoint
ALTER TABLE "collector_key" ADD CONSTRAINT "collector_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collector_key_hash" ON "collector_key" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "collector_key_account" ON "collector_key" USING btree ("account_id");