CREATE TABLE "access_seed" (
	"id" integer PRIMARY KEY NOT NULL,
	"menus" jsonb NOT NULL,
	"rights" jsonb NOT NULL,
	"elements" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "element" (
	"id" uuid PRIMARY KEY NOT NULL,
	"menu_id" uuid,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"menu_icon" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_element" (
	"role_id" uuid NOT NULL,
	"element_id" uuid NOT NULL,
	CONSTRAINT "role_element_role_id_element_id_pk" PRIMARY KEY("role_id","element_id")
);
--> statement-breakpoint
CREATE TABLE "role_menu" (
	"role_id" uuid NOT NULL,
	"menu_id" uuid NOT NULL,
	CONSTRAINT "role_menu_role_id_menu_id_pk" PRIMARY KEY("role_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "role_right" (
	"role_id" uuid NOT NULL,
	"right" text NOT NULL,
	CONSTRAINT "role_right_role_id_right_pk" PRIMARY KEY("role_id","right")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_account" text NOT NULL,
	"name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"role_type" integer NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"failed_logins" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_login_at" timestamp with time zone,
	"dept_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"totp_secret" text,
	"totp_pending" text,
	"totp_last_step" bigint,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_role" (
	"account_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "account_role_account_id_role_id_pk" PRIMARY KEY("account_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "department" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "department_name" UNIQUE NULLS NOT DISTINCT("parent_id","name")
);
--> statement-breakpoint
CREATE TABLE "collect_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" bigint NOT NULL,
	"state" text NOT NULL,
	"link" text,
	"error" text,
	"wanted_store_ids" uuid[] NOT NULL,
	"wanted_by" jsonb,
	"collected_by" jsonb,
	"round" integer NOT NULL,
	"waits" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_offer" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_trans" text NOT NULL,
	"image" text,
	"supplier_open_id" text,
	"supplier_name" text,
	"price_minor" bigint,
	"sku_count" integer NOT NULL,
	"status" text NOT NULL,
	"published" boolean NOT NULL,
	"offer" jsonb NOT NULL,
	"hash" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"relation" text,
	"relation_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_offer_snapshot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"offer" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dictionary" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"note" text NOT NULL,
	"entries" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sliced_upload" (
	"account_id" uuid NOT NULL,
	"upload_id" text NOT NULL,
	"total" integer NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sliced_upload_account_id_upload_id_pk" PRIMARY KEY("account_id","upload_id")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"hash" text NOT NULL,
	"purpose" text NOT NULL,
	"storage" text NOT NULL,
	"object_key" text NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"state" text NOT NULL,
	"shopify_product_id" text,
	"handle" text,
	"pushed" jsonb,
	"pushed_at" timestamp with time zone,
	"pushed_by" text,
	"published_at" timestamp with time zone,
	"refs" jsonb NOT NULL,
	"error" text,
	"rest_state" text DEFAULT 'pending' NOT NULL,
	"rest_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"advice" text,
	"word" text,
	"exchange" jsonb,
	"approval" jsonb,
	"title" text NOT NULL,
	"image" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sku_count" integer DEFAULT 0 NOT NULL,
	"merged_into" uuid,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"waiting_until" timestamp with time zone,
	"created_by_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marketplace_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"gateway" text NOT NULL,
	"app_key" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_tokens" text,
	"has_refresh_token" boolean NOT NULL,
	"token_expires_at" timestamp with time zone,
	"login_id" text,
	"is_default" boolean NOT NULL,
	"health" text NOT NULL,
	"health_message" text NOT NULL,
	"checked_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"day" text NOT NULL,
	"level" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"to" text,
	"count" integer DEFAULT 1 NOT NULL,
	"role_ids" uuid[] DEFAULT '{}' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_read" (
	"account_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	CONSTRAINT "notice_read_account_id_notice_id_pk" PRIMARY KEY("account_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "notice_read_until" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warning_rule" (
	"kind" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"threshold" double precision,
	"level" text NOT NULL,
	"role_ids" uuid[] NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"account_id" uuid,
	"account_name" text NOT NULL,
	"ip" text NOT NULL,
	"call" text NOT NULL,
	"title" text NOT NULL,
	"objects" jsonb NOT NULL,
	"object_keys" text[] NOT NULL,
	"changes" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"word" text,
	"message" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"rate" text NOT NULL,
	"multiplier" text NOT NULL,
	"addition_minor" bigint NOT NULL,
	"freight_per_kg_minor" bigint NOT NULL,
	"rounding" text NOT NULL,
	"floor_margin_percent" double precision NOT NULL,
	"compare_at_multiplier" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"origin" text NOT NULL,
	"offer_id" bigint,
	"source_url" text,
	"supplier_id" text,
	"supplier_name" text,
	"owner_id" uuid,
	"owner_name" text,
	"title" text NOT NULL,
	"title_zh" text DEFAULT '' NOT NULL,
	"description_html" text DEFAULT '' NOT NULL,
	"vendor" text DEFAULT '' NOT NULL,
	"product_type" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"field_sources" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"source" jsonb,
	"store_ids" uuid[] DEFAULT '{}' NOT NULL,
	"listings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text NOT NULL,
	"source_health" text DEFAULT 'normal' NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"image" text,
	"cost_min" bigint,
	"cost_max" bigint,
	"price_min" bigint,
	"price_max" bigint,
	"price_currency" text,
	"margin_percent" double precision,
	"variant_count" integer DEFAULT 0 NOT NULL,
	"stock_total" bigint DEFAULT 0 NOT NULL,
	"recycled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(title || ' ' || title_zh || ' ' || coalesce(supplier_name, ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "product_count_delta" (
	"store_id" uuid,
	"state" text NOT NULL,
	"source_health" text NOT NULL,
	"origin" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_draft" (
	"product_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"draft" jsonb NOT NULL,
	CONSTRAINT "product_draft_product_id_account_id_pk" PRIMARY KEY("product_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "product_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"reason" text NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_variant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sku_code" text DEFAULT '' NOT NULL,
	"barcode" text DEFAULT '' NOT NULL,
	"source_sku_id" bigint,
	"source_spec_id" text,
	"source_sku_aliases" text[] DEFAULT '{}' NOT NULL,
	"option_values" text[] DEFAULT '{}' NOT NULL,
	"cost_minor" bigint,
	"weight_grams" integer,
	"stock" integer DEFAULT 0 NOT NULL,
	"stock_policy" text DEFAULT 'deny' NOT NULL,
	"image_id" text,
	"dropped" boolean DEFAULT false NOT NULL,
	"prices" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_account" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"outcome" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_try" (
	"ip" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "login_try_ip_window_start_pk" PRIMARY KEY("ip","window_start")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"previous_until" timestamp with time zone,
	"rotated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"origin" text NOT NULL,
	"domain" text NOT NULL,
	"credentials" text,
	"credentials_version" integer DEFAULT 0 NOT NULL,
	"token" text,
	"currency" text,
	"plan" text,
	"plus" boolean DEFAULT false NOT NULL,
	"scopes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"location_id" text,
	"locations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"publication_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"publications" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"price_rule_id" uuid,
	"locale" text NOT NULL,
	"vendor_name" text NOT NULL,
	"health" text DEFAULT 'unchecked' NOT NULL,
	"health_message" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_config" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"sealed" text,
	"updated_by" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "element" ADD CONSTRAINT "element_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_element" ADD CONSTRAINT "role_element_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_element" ADD CONSTRAINT "role_element_element_id_element_id_fk" FOREIGN KEY ("element_id") REFERENCES "public"."element"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_right" ADD CONSTRAINT "role_right_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_dept_id_department_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."department"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_parent_id_department_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."department"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sliced_upload" ADD CONSTRAINT "sliced_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sliced_upload" ADD CONSTRAINT "sliced_upload_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_item" ADD CONSTRAINT "sync_item_task_id_sync_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."sync_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_item" ADD CONSTRAINT "sync_item_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read_until" ADD CONSTRAINT "notice_read_until_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_draft" ADD CONSTRAINT "product_draft_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_revision" ADD CONSTRAINT "product_revision_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_code" ADD CONSTRAINT "sms_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "element_code" ON "element" USING btree ("code");--> statement-breakpoint
CREATE INDEX "element_menu" ON "element" USING btree ("menu_id");--> statement-breakpoint
CREATE INDEX "menu_parent" ON "menu" USING btree ("parent_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name" ON "role" USING btree ("name");--> statement-breakpoint
CREATE INDEX "role_element_element" ON "role_element" USING btree ("element_id");--> statement-breakpoint
CREATE INDEX "role_menu_menu" ON "role_menu" USING btree ("menu_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_user_account" ON "account" USING btree ("user_account") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_status" ON "account" USING btree ("status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_role_type" ON "account" USING btree ("role_type","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_dept" ON "account" USING btree ("dept_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_role_role" ON "account_role" USING btree ("role_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collect_item_offer" ON "collect_item" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "collect_item_state" ON "collect_item" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_offer_supplier" ON "source_offer" USING btree ("supplier_open_id");--> statement-breakpoint
CREATE INDEX "source_offer_snapshot_offer" ON "source_offer_snapshot" USING btree ("offer_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "dictionary_code" ON "dictionary" USING btree ("code");--> statement-breakpoint
CREATE INDEX "stored_file_owner" ON "stored_file" USING btree ("owner_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_pair" ON "listing" USING btree ("product_id","store_id");--> statement-breakpoint
CREATE INDEX "listing_store_state" ON "listing" USING btree ("store_id","state");--> statement-breakpoint
CREATE INDEX "listing_shopify" ON "listing" USING btree ("store_id","shopify_product_id");--> statement-breakpoint
CREATE INDEX "sync_item_task" ON "sync_item" USING btree ("task_id","position");--> statement-breakpoint
CREATE INDEX "sync_item_task_state" ON "sync_item" USING btree ("task_id","state");--> statement-breakpoint
CREATE INDEX "sync_item_listing" ON "sync_item" USING btree ("listing_id","state");--> statement-breakpoint
CREATE INDEX "sync_item_product" ON "sync_item" USING btree ("product_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sync_item_finished" ON "sync_item" USING btree ("state","finished_at");--> statement-breakpoint
CREATE INDEX "sync_item_merged" ON "sync_item" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "sync_task_created" ON "sync_task" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sync_task_updated" ON "sync_task" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "sync_task_state" ON "sync_task" USING btree ("state","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "marketplace_account_name" ON "marketplace_account" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "marketplace_account_default" ON "marketplace_account" USING btree ("is_default") WHERE "marketplace_account"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "notice_once_a_day" ON "notice" USING btree ("kind","about","day");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_read_notice" ON "notice_read" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "operation_log_at" ON "operation_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_account" ON "operation_log" USING btree ("account_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_call" ON "operation_log" USING btree ("call","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_outcome" ON "operation_log" USING btree ("outcome","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_objects" ON "operation_log" USING gin ("object_keys");--> statement-breakpoint
CREATE UNIQUE INDEX "price_rule_name" ON "price_rule" USING btree ("name");--> statement-breakpoint
CREATE INDEX "product_state_updated" ON "product" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_state_created" ON "product" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_state_price" ON "product" USING btree ("state","price_min" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_state_margin" ON "product" USING btree ("state","margin_percent" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_live_updated" ON "product" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state <> 'recycled';--> statement-breakpoint
CREATE INDEX "product_live_created" ON "product" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state <> 'recycled';--> statement-breakpoint
CREATE INDEX "product_live_price" ON "product" USING btree ("price_min" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state <> 'recycled';--> statement-breakpoint
CREATE INDEX "product_live_margin" ON "product" USING btree ("margin_percent" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state <> 'recycled';--> statement-breakpoint
CREATE INDEX "product_health_updated" ON "product" USING btree ("source_health","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_stores" ON "product" USING gin ("store_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "product_offer_live" ON "product" USING btree ("offer_id") WHERE recycled_at is null;--> statement-breakpoint
CREATE INDEX "product_count_delta_store" ON "product_count_delta" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "product_revision_product" ON "product_revision" USING btree ("product_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_variant_sku" ON "product_variant" USING btree ("sku_code") WHERE sku_code <> '';--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_outcome" ON "login_log" USING btree ("outcome","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_previous" ON "session" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_online" ON "session" USING btree ("last_seen_at" DESC NULLS FIRST) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "store_name" ON "store" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "store_origin" ON "store" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "store_price_rule" ON "store" USING btree ("price_rule_id");