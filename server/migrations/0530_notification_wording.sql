-- Kind and values of a notification (or its texts in all languages), so that it is worded in the language that its reader has now. Rows from
-- before keep their text.
alter table app.notifications add column wording jsonb;
