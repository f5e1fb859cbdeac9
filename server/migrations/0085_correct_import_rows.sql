-- How the numbers of each column are written, as the file showed it: rows that are corrected later are read in the same way.
alter table app.contact_imports add column decimal_signs jsonb;
