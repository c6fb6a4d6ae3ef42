ALTER TABLE "supplier" ADD COLUMN "faults" integer;--> statement-breakpoint
ALTER TABLE "supplier" ADD COLUMN "send_hours" integer;--> statement-breakpoint
ALTER TABLE "supplier" ADD COLUMN "short" integer;--> statement-breakpoint
ALTER TABLE "supplier" ADD COLUMN "price_drift" integer;--> statement-breakpoint
ALTER TABLE "supplier" ADD COLUMN "refunded" integer;--> statement-breakpoint
ALTER TABLE "supplier" ADD COLUMN "spent_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "supplier_worst" ON "supplier" USING btree ("faults" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "supplier_best" ON "supplier" USING btree ("faults","send_hours","id");--> statement-breakpoint
CREATE INDEX "supplier_slow" ON "supplier" USING btree ("send_hours" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "supplier_fast" ON "supplier" USING btree ("send_hours","id");--> statement-breakpoint
CREATE INDEX "supplier_short" ON "supplier" USING btree ("short" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "supplier_dearer" ON "supplier" USING btree ("price_drift" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "supplier_refunded" ON "supplier" USING btree ("refunded" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "supplier_spent" ON "supplier" USING btree ("spent_minor" DESC NULLS FIRST,"id" DESC NULLS FIRST);