CREATE TABLE "approval" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"asked_minor" bigint NOT NULL,
	"purchase_count" integer NOT NULL,
	"by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"decided_by_id" uuid,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_item" (
	"approval_id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"asked_minor" bigint NOT NULL,
	"open" text,
	"ok" boolean,
	"message" text,
	CONSTRAINT "approval_item_approval_id_purchase_id_pk" PRIMARY KEY("approval_id","purchase_id")
);
--> statement-breakpoint
CREATE TABLE "spending" (
	"account_id" uuid NOT NULL,
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"purchase_id" uuid NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spending_account_id_day_kind_purchase_id_part_pk" PRIMARY KEY("account_id","day","kind","purchase_id","part")
);
--> statement-breakpoint
CREATE TABLE "spending_limit" (
	"role_id" uuid PRIMARY KEY NOT NULL,
	"place_minor" bigint,
	"pay_minor" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "approval_item" ADD CONSTRAINT "approval_item_approval_id_approval_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approval"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_item" ADD CONSTRAINT "approval_item_purchase_id_purchase_order_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending" ADD CONSTRAINT "spending_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending" ADD CONSTRAINT "spending_purchase_id_purchase_order_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending_limit" ADD CONSTRAINT "spending_limit_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_state" ON "approval" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "approval_at" ON "approval" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "approval_item_open" ON "approval_item" USING btree ("purchase_id","open");--> statement-breakpoint
CREATE INDEX "spending_purchase" ON "spending" USING btree ("purchase_id");