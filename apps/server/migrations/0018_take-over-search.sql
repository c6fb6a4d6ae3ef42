-- Products of ours with the title of a shop's product, or with a picture of the same file name (products/takeover.store).
CREATE INDEX product_title_text ON product (lower(title)) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX product_title_zh_text ON product (lower(title_zh)) WHERE recycled_at IS NULL AND title_zh <> '';--> statement-breakpoint
CREATE INDEX product_picture_name ON product (lower(regexp_replace(split_part(image, '?', 1), '^.*/', ''))) WHERE recycled_at IS NULL;
