-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP TABLE "figure_days" CASCADE;
--> statement
DROP TABLE "figure_states" CASCADE;
