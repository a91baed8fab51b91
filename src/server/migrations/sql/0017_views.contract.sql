-- Removes the views people saved so far from their preferences: they are in their own table now. Never edit once released.
--> statement
UPDATE preferences p SET value = (p.value - 'views' - 'start') || coalesce(
  (SELECT jsonb_build_object('start', v.id) FROM views v
    WHERE v.account_id = p.account_id AND v.collection = split_part(p.key, '.', 2)
      AND v.path = CASE WHEN split_part(p.key, '.', 3) = '' THEN '' ELSE '/' || substr(p.key, length(split_part(p.key, '.', 2)) + 7) END
      AND v.name = left(p.value ->> 'start', 80)
    ORDER BY v.id LIMIT 1),
  '{}'::jsonb)
WHERE p.key LIKE 'list.%' AND jsonb_typeof(p.value) = 'object' AND p.value ?| ARRAY['views', 'start'];
