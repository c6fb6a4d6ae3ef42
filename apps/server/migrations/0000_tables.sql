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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"demands_authenticator" boolean DEFAULT false NOT NULL
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
CREATE TABLE "recovery_code" (
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"title" text NOT NULL,
	"image" text,
	"supplier_name" text,
	"spec_text" text NOT NULL,
	"skus" integer NOT NULL,
	"before" bigint,
	"after" bigint,
	"before_text" text NOT NULL,
	"after_text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_hint" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"messages" integer NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"follow" text
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
CREATE TABLE "allocation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"demand_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"sale_quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"purchase_number" text NOT NULL,
	"account_id" uuid NOT NULL,
	"alibaba_order_id" bigint NOT NULL,
	"logistics_id" text NOT NULL,
	"tracking_no" text,
	"former_numbers" text[] DEFAULT '{}' NOT NULL,
	"carrier" text,
	"carrier_code" text,
	"state" text NOT NULL,
	"state_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"last_step_at" timestamp with time zone,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stalled_since" timestamp with time zone,
	"urged_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parcel_id" uuid NOT NULL,
	"sub_item_id" text NOT NULL,
	"line_id" uuid,
	"title" text NOT NULL,
	"image" text,
	"quantity" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel_reading" (
	"alibaba_order_id" bigint PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"order_modified_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"purchase_number" text NOT NULL,
	"line_id" uuid NOT NULL,
	"title" text NOT NULL,
	"spec_text" text DEFAULT '' NOT NULL,
	"image" text,
	"quantity" integer NOT NULL,
	"defects" integer DEFAULT 0 NOT NULL,
	"defect_reason" text DEFAULT '' NOT NULL,
	"over_reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"parcel_id" uuid,
	"reverses" uuid,
	"by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"unsent_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_request" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"order_name" text NOT NULL,
	"store_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"advice" text,
	"carrier" text NOT NULL,
	"numbers" text[] NOT NULL,
	"urls" text[] DEFAULT '{}' NOT NULL,
	"notify_customer" boolean NOT NULL,
	"change" jsonb,
	"wish_key" text NOT NULL,
	"exchange" jsonb,
	"next_at" timestamp with time zone,
	"by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_fulfilment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"location_name" text NOT NULL,
	"lines" jsonb NOT NULL,
	"fulfillment_gid" text,
	"name" text,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"shopify_gid" text NOT NULL,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "file_chunk" (
	"object_key" text NOT NULL,
	"index" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"is_last" boolean NOT NULL,
	CONSTRAINT "file_chunk_object_key_index_pk" PRIMARY KEY("object_key","index")
);
--> statement-breakpoint
CREATE TABLE "file_folder" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "file_folder_one" CHECK ("file_folder"."id" = 1)
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
CREATE TABLE "upload_piece" (
	"account_id" uuid NOT NULL,
	"upload_id" text NOT NULL,
	"index" integer NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"storage" text NOT NULL,
	"object_key" text NOT NULL,
	CONSTRAINT "upload_piece_account_id_upload_id_index_pk" PRIMARY KEY("account_id","upload_id","index")
);
--> statement-breakpoint
CREATE TABLE "inbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"event_id" text NOT NULL,
	"delivery_id" text,
	"about" text,
	"body" text NOT NULL,
	"headers" jsonb NOT NULL,
	"triggered_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shown" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stock_intent" jsonb,
	"shop_changed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shop_touched_at" timestamp with time zone,
	"shop_looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "product_feed" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"polled_to" timestamp with time zone NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" uuid
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
CREATE TABLE "log_seal" (
	"log" text NOT NULL,
	"seq" integer NOT NULL,
	"month" text NOT NULL,
	"row_ids" uuid[] NOT NULL,
	"marks" text NOT NULL,
	"rows_hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "log_seal_log_seq_pk" PRIMARY KEY("log","seq")
);
--> statement-breakpoint
CREATE TABLE "log_unsealed" (
	"log" text NOT NULL,
	"row_id" uuid NOT NULL,
	"queued_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "log_unsealed_log_row_id_pk" PRIMARY KEY("log","row_id")
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
CREATE TABLE "exchange_rate" (
	"currency" text NOT NULL,
	"day" text NOT NULL,
	"rate" text NOT NULL,
	"origin" text NOT NULL,
	"by_name" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rate_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
CREATE TABLE "order_feed" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"fee_percent" text DEFAULT '0' NOT NULL,
	"last_pulled_at" timestamp with time zone,
	"pulled_to" timestamp with time zone,
	"pull_error" text,
	"webhooks_at" timestamp with time zone,
	"webhooks_for" text,
	"webhook_topics" integer DEFAULT 0 NOT NULL,
	"webhook_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"input" jsonb NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"brought" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_id" uuid,
	"file" jsonb,
	"message" text DEFAULT '' NOT NULL,
	"created_by_id" uuid,
	"created_by" text NOT NULL,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"store_id" uuid NOT NULL,
	"shopify_id" bigint NOT NULL,
	"number" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"shop_updated_at" timestamp with time zone NOT NULL,
	"depth" smallint NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"closed_at" timestamp with time zone,
	"test" boolean NOT NULL,
	"edited" boolean NOT NULL,
	"rescued" boolean DEFAULT false NOT NULL,
	"financial_status" text NOT NULL,
	"fulfillment_status" text NOT NULL,
	"return_status" text NOT NULL,
	"state" text NOT NULL,
	"payment" text NOT NULL,
	"tracking_return" text DEFAULT 'none' NOT NULL,
	"risk" text NOT NULL,
	"risk_advice" text,
	"risk_confirmed_at" timestamp with time zone,
	"address_missing" boolean NOT NULL,
	"address_confirmed_at" timestamp with time zone,
	"held_reason" text,
	"held_by" text,
	"held_at" timestamp with time zone,
	"shop_hold" text,
	"cut" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"current_minor" bigint NOT NULL,
	"amounts" jsonb NOT NULL,
	"country" text,
	"person_status" text NOT NULL,
	"fulfillments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"line_count" integer NOT NULL,
	"pieces" integer NOT NULL,
	"unsourced" boolean NOT NULL,
	"sale_cny" bigint,
	"goods_cny" bigint,
	"freight_cny" bigint,
	"fee_cny" bigint,
	"profit_cny" bigint,
	"rate" text,
	"rate_day" text,
	"goods_paid_cny" bigint,
	"freight_paid_cny" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"abroad_cny" bigint,
	"abroad_entered_cny" bigint
);
--> statement-breakpoint
CREATE TABLE "sales_order_count_delta" (
	"store_id" uuid NOT NULL,
	"state" text NOT NULL,
	"payment" text NOT NULL,
	"tracking_return" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"by_id" uuid,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "sales_order_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"shopify_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"current" integer NOT NULL,
	"fulfilled" integer NOT NULL,
	"unit_price_minor" bigint NOT NULL,
	"requires_shipping" boolean NOT NULL,
	"ignored" boolean DEFAULT false NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"placed" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"offer_id" bigint,
	"sku_id" bigint,
	"spec_id" text,
	"sale_quantity" integer DEFAULT 1 NOT NULL,
	"source_quantity" integer DEFAULT 1 NOT NULL,
	"source_origin" text,
	"unit_cost_cny" bigint,
	"product_id" uuid,
	"variant_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"list_price_minor" bigint,
	"discount_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "sales_order_person" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"customer_id" bigint,
	"name" text,
	"email" text,
	"phone" text,
	"address" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sku_relation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"store_id" uuid NOT NULL,
	"variant_id" bigint,
	"sku" text NOT NULL,
	"offer_id" bigint NOT NULL,
	"sku_id" bigint,
	"spec_id" text,
	"sale_quantity" integer NOT NULL,
	"source_quantity" integer NOT NULL,
	"unit_cost_cny" bigint,
	"by_id" uuid,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sold_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"key" text NOT NULL,
	"variant_id" bigint,
	"product_id" bigint,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"variant_title" text NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order_return" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"shopify_gid" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"lines" jsonb NOT NULL,
	"exchanges" jsonb NOT NULL,
	"refunds" jsonb NOT NULL,
	"declined" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"placement_id" uuid,
	"purchase_id" uuid,
	"purchase_number" text NOT NULL,
	"account_name" text NOT NULL,
	"order_id" bigint,
	"amount_minor" bigint,
	"by" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" bigint NOT NULL,
	"status" text NOT NULL,
	"refund_status" text,
	"total_minor" bigint NOT NULL,
	"goods_minor" bigint,
	"freight_minor" bigint NOT NULL,
	"refund_minor" bigint DEFAULT 0 NOT NULL,
	"seller_name" text,
	"ordered_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	"pay_before" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"surplus" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_order_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"sub_item_id" text NOT NULL,
	"offer_id" bigint NOT NULL,
	"spec_id" text,
	"sku_id" bigint,
	"title" text NOT NULL,
	"image" text,
	"quantity" integer NOT NULL,
	"unit_minor" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refund_minor" bigint DEFAULT 0 NOT NULL,
	"refund_status" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_poll" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"read_to" timestamp with time zone NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"description" text NOT NULL,
	"refund_id" text,
	"message" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"request_key" text
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"way" text NOT NULL,
	"state" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"pay_url" text,
	"message" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stage" integer
);
--> statement-breakpoint
CREATE TABLE "placement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"out_order_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"state" text NOT NULL,
	"sent" jsonb NOT NULL,
	"failed_lines" jsonb,
	"word" text,
	"message" text DEFAULT '' NOT NULL,
	"advice" text,
	"exchange" jsonb,
	"by_id" uuid,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "placement_gate" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"accepted_minor" bigint,
	"by_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lines" jsonb NOT NULL,
	"orders" jsonb NOT NULL,
	"ways" jsonb NOT NULL,
	"expected_goods_minor" bigint NOT NULL,
	"expected_freight_minor" bigint,
	"now_goods_minor" bigint,
	"now_freight_minor" bigint,
	"now_total_minor" bigint,
	"tolerance_minor" bigint NOT NULL,
	"within_tolerance" boolean NOT NULL,
	"freight_unseen" boolean NOT NULL,
	"decided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_cost" (
	"purchase_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"goods_minor" bigint,
	"freight_minor" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_cost_purchase_id_order_line_id_pk" PRIMARY KEY("purchase_id","order_line_id")
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fee_percent" double precision DEFAULT 0 NOT NULL,
	"target_margin_percent" double precision
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
	"changes" jsonb NOT NULL,
	"batch_id" uuid
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
	"prices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"weight" jsonb
);
--> statement-breakpoint
CREATE TABLE "purchase_day" (
	"day" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_demand" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"order_name" text NOT NULL,
	"sale_quantity" integer NOT NULL,
	"placed_quantity" integer DEFAULT 0 NOT NULL,
	"released_quantity" integer DEFAULT 0 NOT NULL,
	"ratio_source" integer NOT NULL,
	"ratio_sale" integer NOT NULL,
	"alarm_sale_quantity" integer DEFAULT 0 NOT NULL,
	"alarm_why" text DEFAULT '' NOT NULL,
	"alarm_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"released_why" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_cover" boolean DEFAULT false NOT NULL,
	"taken_with" uuid
);
--> statement-breakpoint
CREATE TABLE "purchase_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"offer_id" bigint NOT NULL,
	"sku_id" bigint,
	"spec_id" text,
	"title" text NOT NULL,
	"spec_text" text DEFAULT '' NOT NULL,
	"image" text,
	"url" text DEFAULT '' NOT NULL,
	"extra_need" integer DEFAULT 0 NOT NULL,
	"need" integer NOT NULL,
	"batch_number" integer DEFAULT 1 NOT NULL,
	"quantity" integer NOT NULL,
	"short_reason" text DEFAULT '' NOT NULL,
	"unit_price_minor" bigint,
	"former_price_minor" bigint,
	"actual_unit_price_minor" bigint,
	"received" integer DEFAULT 0 NOT NULL,
	"stock_quantity" integer DEFAULT 0 NOT NULL,
	"target_line_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"spare" integer DEFAULT 0 NOT NULL,
	"spare_used" integer DEFAULT 0 NOT NULL,
	"spare_gone" integer DEFAULT 0 NOT NULL,
	"spare_cost_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "purchase_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"origin" text NOT NULL,
	"supplier_id" uuid NOT NULL,
	"supplier_name" text NOT NULL,
	"account_id" uuid,
	"account_name" text DEFAULT '' NOT NULL,
	"address_id" uuid,
	"address_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"freight_note" text DEFAULT '' NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"goods_minor" bigint DEFAULT 0 NOT NULL,
	"freight_minor" bigint,
	"actual_goods_minor" bigint,
	"actual_freight_minor" bigint,
	"actual_total_minor" bigint,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"heads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"order_count" integer DEFAULT 0 NOT NULL,
	"alibaba_order_ids" text[] DEFAULT '{}' NOT NULL,
	"payment" text DEFAULT 'none' NOT NULL,
	"reconciliation" text DEFAULT 'none' NOT NULL,
	"alarm_quantity" integer DEFAULT 0 NOT NULL,
	"merged_into" uuid,
	"merged_into_number" text,
	"member_count" integer DEFAULT 0 NOT NULL,
	"created_by_id" uuid,
	"created_by" text,
	"reviewed_by" text,
	"reviewed_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_request" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"purchase_ids" uuid[] DEFAULT '{}' NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"snapshot" jsonb NOT NULL,
	"batch_id" uuid
);
--> statement-breakpoint
CREATE TABLE "receiving_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"post_code" text DEFAULT '' NOT NULL,
	"province_text" text NOT NULL,
	"city_text" text DEFAULT '' NOT NULL,
	"area_text" text DEFAULT '' NOT NULL,
	"town_text" text DEFAULT '' NOT NULL,
	"address" text NOT NULL,
	"district_code" text,
	"remote_address_id" text,
	"account_id" uuid,
	"is_default" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supplier" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"seller_key" text NOT NULL,
	"open_id" text,
	"name" text NOT NULL,
	"standing" text DEFAULT 'normal' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pay_way" text
);
--> statement-breakpoint
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
CREATE TABLE "known_device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"mark_hash" text NOT NULL,
	"last_login_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "preference" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "preference_account_id_key_pk" PRIMARY KEY("account_id","key")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"device_id" uuid
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
CREATE TABLE "login_stranger" (
	"user_account" text PRIMARY KEY NOT NULL,
	"failed_logins" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"code_sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "store_creation" (
	"listing" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"holders" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "remote_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"intent" jsonb NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"word" text,
	"message" text DEFAULT '' NOT NULL,
	"intended_at" timestamp with time zone NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "node" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"clock_offset_ms" integer NOT NULL,
	"told_at" timestamp with time zone,
	"schema" bigint
);
--> statement-breakpoint
CREATE TABLE "remote_pace" (
	"budget" text PRIMARY KEY NOT NULL,
	"starts" double precision[] DEFAULT '{}' NOT NULL,
	"quiet_until" double precision DEFAULT 0 NOT NULL,
	"drawers" jsonb DEFAULT '{}'::jsonb NOT NULL
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
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_item" ADD CONSTRAINT "parcel_item_parcel_id_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_parcel_id_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_reversed" FOREIGN KEY ("reverses") REFERENCES "public"."receipt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_fulfilment" ADD CONSTRAINT "shipment_fulfilment_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_line" ADD CONSTRAINT "shipment_line_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sliced_upload" ADD CONSTRAINT "sliced_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sliced_upload" ADD CONSTRAINT "sliced_upload_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_piece" ADD CONSTRAINT "upload_piece_upload" FOREIGN KEY ("account_id","upload_id") REFERENCES "public"."sliced_upload"("account_id","upload_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_item" ADD CONSTRAINT "sync_item_task_id_sync_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."sync_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_item" ADD CONSTRAINT "sync_item_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read_until" ADD CONSTRAINT "notice_read_until_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_event" ADD CONSTRAINT "sales_order_event_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_item_id_sold_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."sold_item"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_person" ADD CONSTRAINT "sales_order_person_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_return" ADD CONSTRAINT "sales_order_return_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alibaba_order" ADD CONSTRAINT "alibaba_order_placement_id_placement_id_fk" FOREIGN KEY ("placement_id") REFERENCES "public"."placement"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alibaba_order_item" ADD CONSTRAINT "alibaba_order_item_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alibaba_refund" ADD CONSTRAINT "alibaba_refund_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_draft" ADD CONSTRAINT "product_draft_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_revision" ADD CONSTRAINT "product_revision_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_demand" ADD CONSTRAINT "purchase_demand_line_id_purchase_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."purchase_line"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_purchase_id_purchase_order_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_target" FOREIGN KEY ("target_line_id") REFERENCES "public"."purchase_line"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_supplier_id_supplier_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."supplier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_account_id_marketplace_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."marketplace_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_address_id_receiving_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."receiving_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_target" FOREIGN KEY ("merged_into") REFERENCES "public"."purchase_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_device_id_known_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."known_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "collect_item_updated" ON "collect_item" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_change_at" ON "source_change" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_change_kind" ON "source_change" USING btree ("kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_change_offer" ON "source_change" USING btree ("offer_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_hint_due" ON "source_hint" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "source_offer_supplier" ON "source_offer" USING btree ("supplier_open_id");--> statement-breakpoint
CREATE INDEX "source_offer_snapshot_offer" ON "source_offer_snapshot" USING btree ("offer_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "allocation_demand" ON "allocation" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "allocation_line" ON "allocation" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "allocation_order" ON "allocation" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "allocation_order_line" ON "allocation" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_remote" ON "parcel" USING btree ("alibaba_order_id","logistics_id");--> statement-breakpoint
CREATE INDEX "parcel_purchase" ON "parcel" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "parcel_tracking" ON "parcel" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "parcel_former" ON "parcel" USING gin ("former_numbers");--> statement-breakpoint
CREATE INDEX "parcel_sent" ON "parcel" USING btree ("sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_step" ON "parcel" USING btree ("last_step_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_state_sent" ON "parcel" USING btree ("state","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_state_step" ON "parcel" USING btree ("state","last_step_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_stalled" ON "parcel" USING btree ("stalled_since") WHERE stalled_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_item_sub" ON "parcel_item" USING btree ("parcel_id","sub_item_id");--> statement-breakpoint
CREATE INDEX "parcel_item_line" ON "parcel_item" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "parcel_reading_due" ON "parcel_reading" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_reverses" ON "receipt" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "receipt_line" ON "receipt" USING btree ("line_id","at");--> statement-breakpoint
CREATE INDEX "receipt_purchase" ON "receipt" USING btree ("purchase_id","at");--> statement-breakpoint
CREATE INDEX "receipt_parcel" ON "receipt" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "receipt_at" ON "receipt" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_wish" ON "shipment" USING btree ("wish_key") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "shipment_created" ON "shipment" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_updated" ON "shipment" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_state_created" ON "shipment" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_state_updated" ON "shipment" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_open" ON "shipment" USING btree ("next_at") WHERE state in ('queued', 'sending', 'updating', 'cancelling');--> statement-breakpoint
CREATE INDEX "shipment_fulfilment_shipment" ON "shipment_fulfilment" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_fulfilment_gid" ON "shipment_fulfilment" USING btree ("fulfillment_gid");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_line_order_line" ON "shipment_line" USING btree ("shipment_id","order_line_id");--> statement-breakpoint
CREATE INDEX "shipment_line_of" ON "shipment_line" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dictionary_code" ON "dictionary" USING btree ("code");--> statement-breakpoint
CREATE INDEX "stored_file_owner" ON "stored_file" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "stored_file_place" ON "stored_file" USING btree ("storage","object_key");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_message_event" ON "inbox_message" USING btree ("source","owner_id","topic","event_id");--> statement-breakpoint
CREATE INDEX "inbox_message_waiting" ON "inbox_message" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "inbox_message_received" ON "inbox_message" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_message_state" ON "inbox_message" USING btree ("state","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_message_about" ON "inbox_message" USING btree ("about");--> statement-breakpoint
CREATE INDEX "inbox_message_event_id" ON "inbox_message" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_pair" ON "listing" USING btree ("product_id","store_id");--> statement-breakpoint
CREATE INDEX "listing_store_state" ON "listing" USING btree ("store_id","state");--> statement-breakpoint
CREATE INDEX "listing_shopify" ON "listing" USING btree ("store_id","shopify_product_id");--> statement-breakpoint
CREATE INDEX "listing_touched" ON "listing" USING btree ("shop_touched_at") WHERE "listing"."shop_touched_at" is not null;--> statement-breakpoint
CREATE INDEX "listing_looked" ON "listing" USING btree ("store_id","shop_looked_at");--> statement-breakpoint
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
CREATE INDEX "notice_account" ON "notice" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_read_notice" ON "notice_read" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "log_unsealed_queued" ON "log_unsealed" USING btree ("log","queued_at","row_id");--> statement-breakpoint
CREATE INDEX "operation_log_at" ON "operation_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_account" ON "operation_log" USING btree ("account_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_call" ON "operation_log" USING btree ("call","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_outcome" ON "operation_log" USING btree ("outcome","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_objects" ON "operation_log" USING gin ("object_keys");--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_rate_latest" ON "exchange_rate" USING btree ("currency","day" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_task_created" ON "order_task" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_task_open" ON "order_task" USING btree ("state") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_shop" ON "sales_order" USING btree ("store_id","shopify_id");--> statement-breakpoint
CREATE INDEX "sales_order_state_ordered" ON "sales_order" USING btree ("state","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_updated" ON "sales_order" USING btree ("state","shop_updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_sale" ON "sales_order" USING btree ("state","sale_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_profit" ON "sales_order" USING btree ("state","profit_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_ordered" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_updated" ON "sales_order" USING btree ("shop_updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_sale" ON "sales_order" USING btree ("sale_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_profit" ON "sales_order" USING btree ("profit_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_store_ordered" ON "sales_order" USING btree ("store_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_country" ON "sales_order" USING btree ("country","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_rescued" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE rescued;--> statement-breakpoint
CREATE INDEX "sales_order_returned" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE return_status <> 'NO_RETURN';--> statement-breakpoint
CREATE INDEX "sales_order_unsourced" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE unsourced;--> statement-breakpoint
CREATE INDEX "sales_order_shallow" ON "sales_order" USING btree ("store_id","ordered_at" DESC NULLS FIRST) WHERE depth = 0;--> statement-breakpoint
CREATE INDEX "sales_order_rate" ON "sales_order" USING btree ("currency","ordered_at");--> statement-breakpoint
CREATE INDEX "sales_order_count_delta_state" ON "sales_order_count_delta" USING btree ("state");--> statement-breakpoint
CREATE INDEX "sales_order_event_order" ON "sales_order_event" USING btree ("order_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_line_shop" ON "sales_order_line" USING btree ("order_id","shopify_id");--> statement-breakpoint
CREATE INDEX "sales_order_line_item" ON "sales_order_line" USING btree ("item_id","order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_person_customer" ON "sales_order_person" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "sales_order_person_words" ON "sales_order_person" USING gin ("words");--> statement-breakpoint
CREATE INDEX "sales_order_person_ordered" ON "sales_order_person" USING btree ("ordered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sku_relation_variant" ON "sku_relation" USING btree ("store_id","variant_id") WHERE variant_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sku_relation_sku" ON "sku_relation" USING btree ("store_id","sku") WHERE variant_id is null;--> statement-breakpoint
CREATE INDEX "sku_relation_offer" ON "sku_relation" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "sku_relation_updated" ON "sku_relation" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sold_item_key" ON "sold_item" USING btree ("store_id","key");--> statement-breakpoint
CREATE INDEX "sold_item_variant" ON "sold_item" USING btree ("store_id","variant_id");--> statement-breakpoint
CREATE INDEX "sold_item_sku" ON "sold_item" USING btree ("store_id","sku");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_return_shop" ON "sales_order_return" USING btree ("order_id","shopify_gid");--> statement-breakpoint
CREATE INDEX "sales_order_return_order" ON "sales_order_return" USING btree ("order_id","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entry_purchase" ON "ledger_entry" USING btree ("purchase_number");--> statement-breakpoint
CREATE INDEX "ledger_entry_order" ON "ledger_entry" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_kind" ON "ledger_entry" USING btree ("kind","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "alibaba_order_number" ON "alibaba_order" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "alibaba_order_purchase" ON "alibaba_order" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "alibaba_order_open" ON "alibaba_order" USING btree ("account_id","read_at") WHERE status not in ('success', 'cancel', 'terminated');--> statement-breakpoint
CREATE UNIQUE INDEX "alibaba_order_item_sub" ON "alibaba_order_item" USING btree ("alibaba_order_id","sub_item_id");--> statement-breakpoint
CREATE INDEX "alibaba_refund_order" ON "alibaba_refund" USING btree ("alibaba_order_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_state" ON "payment" USING btree ("state","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_order_payment" ON "payment_order" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_order_order" ON "payment_order" USING btree ("alibaba_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "placement_live" ON "placement" USING btree ("purchase_id") WHERE state in ('sent', 'unknown', 'placed', 'adopted');--> statement-breakpoint
CREATE INDEX "placement_purchase" ON "placement" USING btree ("purchase_id","sent_at");--> statement-breakpoint
CREATE INDEX "purchase_cost_order" ON "purchase_cost" USING btree ("order_id");--> statement-breakpoint
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
CREATE INDEX "product_changed_in_shop" ON "product" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE listings @? '$[*].shopChanged[0]';--> statement-breakpoint
CREATE INDEX "product_deleted_in_shop" ON "product" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE listings @? '$[*] ? (@.state == "removed")';--> statement-breakpoint
CREATE INDEX "product_stores" ON "product" USING gin ("store_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "product_offer_live" ON "product" USING btree ("offer_id") WHERE recycled_at is null;--> statement-breakpoint
CREATE INDEX "product_count_delta_store" ON "product_count_delta" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "product_revision_product" ON "product_revision" USING btree ("product_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_revision_batch" ON "product_revision" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_variant_sku" ON "product_variant" USING btree ("sku_code") WHERE sku_code <> '';--> statement-breakpoint
CREATE INDEX "purchase_demand_line" ON "purchase_demand" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_order_line" ON "purchase_demand" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_order" ON "purchase_demand" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_cover" ON "purchase_demand" USING btree ("taken_with") WHERE is_cover;--> statement-breakpoint
CREATE INDEX "purchase_demand_order_name" ON "purchase_demand" USING btree (lower("order_name"));--> statement-breakpoint
CREATE INDEX "purchase_line_purchase" ON "purchase_line" USING btree ("purchase_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_line_sku" ON "purchase_line" USING btree ("purchase_id","offer_id",coalesce("spec_id", ''));--> statement-breakpoint
CREATE INDEX "purchase_line_target_line" ON "purchase_line" USING btree ("target_line_id");--> statement-breakpoint
CREATE INDEX "purchase_line_offer" ON "purchase_line" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "purchase_line_source_sku" ON "purchase_line" USING btree ("sku_id");--> statement-breakpoint
CREATE INDEX "purchase_line_spare" ON "purchase_line" USING btree ("offer_id") WHERE spare > 0 or spare_used > 0 or spare_gone > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_number" ON "purchase_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "purchase_order_merged" ON "purchase_order" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "purchase_order_created" ON "purchase_order" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_updated" ON "purchase_order" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_total" ON "purchase_order" USING btree ("total_minor" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_created" ON "purchase_order" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_updated" ON "purchase_order" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_total" ON "purchase_order" USING btree ("state","total_minor" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_supplier" ON "purchase_order" USING btree ("supplier_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_account" ON "purchase_order" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "purchase_order_address" ON "purchase_order" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "purchase_order_alarm" ON "purchase_order" USING btree ("created_at" DESC NULLS FIRST) WHERE alarm_quantity > 0;--> statement-breakpoint
CREATE INDEX "purchase_order_alibaba" ON "purchase_order" USING gin ("alibaba_order_ids");--> statement-breakpoint
CREATE INDEX "purchase_revision_purchase" ON "purchase_revision" USING btree ("purchase_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_revision_batch" ON "purchase_revision" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "purchase_revision_gone" ON "purchase_revision" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE changes @> '[{"field":"deleted"}]'::jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_address_name" ON "receiving_address" USING btree ("name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_address_default" ON "receiving_address" USING btree ("is_default") WHERE is_default and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_seller" ON "supplier" USING btree ("seller_key");--> statement-breakpoint
CREATE INDEX "supplier_updated" ON "supplier" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_difference_key" ON "reconciliation_difference" USING btree ("key");--> statement-breakpoint
CREATE INDEX "reconciliation_difference_weight" ON "reconciliation_difference" USING btree ("state","weight" DESC NULLS FIRST,"first_seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_first" ON "reconciliation_difference" USING btree ("state","first_seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_amount" ON "reconciliation_difference" USING btree ("state","amount_minor" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_difference_pass" ON "reconciliation_difference" USING btree ("pass","last_run_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "reconciliation_difference_orders" ON "reconciliation_difference" USING gin ("order_ids");--> statement-breakpoint
CREATE INDEX "reconciliation_difference_purchases" ON "reconciliation_difference" USING gin ("purchase_ids");--> statement-breakpoint
CREATE INDEX "reconciliation_run_created" ON "reconciliation_run" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_run_open" ON "reconciliation_run" USING btree ((true)) WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_mark" ON "known_device" USING btree ("account_id","mark_hash");--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("user_account","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_outcome" ON "login_log" USING btree ("outcome","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_previous" ON "session" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_device" ON "session" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "session_online" ON "session" USING btree ("last_seen_at" DESC NULLS FIRST) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "store_name" ON "store" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "store_origin" ON "store" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "store_price_rule" ON "store" USING btree ("price_rule_id");--> statement-breakpoint
CREATE INDEX "triage_snooze_until" ON "triage_snooze" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_act_open" ON "remote_act" USING btree ("kind","key") WHERE state in ('intended', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "remote_act_due" ON "remote_act" USING btree ("next_look_at") WHERE state in ('intended', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "remote_act_created" ON "remote_act" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "remote_act_happened" ON "remote_act" USING btree ("kind","key") WHERE state in ('done', 'found');--> statement-breakpoint
-- Pictures are compressed already; stored uncompressed, a part can be read without decompressing the rest.
ALTER TABLE "file_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
