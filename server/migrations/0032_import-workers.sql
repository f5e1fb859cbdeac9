-- Who works on an import, so that what a killed process left is taken up at the next look and not after the half minute that a silent one has.
alter table app.contact_imports add column worker text;
