CREATE TABLE "alert_channel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"place" text NOT NULL,
	"sealed_address" text,
	"sealed_secret" text,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"user_name" text NOT NULL,
	"sealed_password" text,
	"sender" text NOT NULL,
	"recipients" text[] NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_item" (
	"notice_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"is_urgent" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"message_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_item_channel_id_notice_id_pk" PRIMARY KEY("channel_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "alert_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid,
	"channel_name" text NOT NULL,
	"channel_kind" text NOT NULL,
	"state" text NOT NULL,
	"is_test" boolean NOT NULL,
	"level" text NOT NULL,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"tried_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"kinds" text[] NOT NULL,
	"level" text NOT NULL,
	"role_ids" uuid[] NOT NULL,
	"channel_ids" uuid[] NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"urgent_always" boolean NOT NULL,
	"group_minutes" integer NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_item" ADD CONSTRAINT "alert_item_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_item" ADD CONSTRAINT "alert_item_message_id_alert_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."alert_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_channel_name" ON "alert_channel" USING btree ("name");--> statement-breakpoint
CREATE INDEX "alert_item_waiting" ON "alert_item" USING btree ("channel_id","due_at") WHERE "alert_item"."message_id" is null;--> statement-breakpoint
CREATE INDEX "alert_item_group" ON "alert_item" USING btree ("channel_id","rule_id","is_urgent","due_at");--> statement-breakpoint
CREATE INDEX "alert_item_message" ON "alert_item" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "alert_message_created" ON "alert_message" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alert_message_channel" ON "alert_message" USING btree ("channel_id","tried_at");--> statement-breakpoint
CREATE INDEX "alert_message_open" ON "alert_message" USING btree ("channel_id") WHERE "alert_message"."state" in ('sending', 'retrying');--> statement-breakpoint
CREATE UNIQUE INDEX "alert_rule_name" ON "alert_rule" USING btree ("name");