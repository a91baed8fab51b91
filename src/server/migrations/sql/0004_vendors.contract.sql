-- Takes the names of our staff out of what vendors read; the audit says who reviewed a document.
--> statement
UPDATE "vendors" SET "document_reviews" = (SELECT coalesce(jsonb_agg(r.value - 'reviewer' ORDER BY r.ordinality), '[]') FROM jsonb_array_elements("document_reviews") WITH ORDINALITY r) WHERE jsonb_path_exists("document_reviews", '$[*].reviewer');
