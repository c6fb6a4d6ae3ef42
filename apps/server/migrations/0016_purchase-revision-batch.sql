ALTER TABLE "purchase_revision" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "purchase_revision_batch" ON "purchase_revision" USING btree ("batch_id") WHERE batch_id is not null;