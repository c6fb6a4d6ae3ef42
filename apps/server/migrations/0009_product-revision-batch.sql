ALTER TABLE "product_revision" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "product_revision_batch" ON "product_revision" USING btree ("batch_id") WHERE batch_id is not null;