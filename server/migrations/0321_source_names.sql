-- How members name a web address or sitemap; empty: its address.
alter table app.knowledge_sources add column name text not null default '';
