-- Loads the vectors of :kind. HEADER MATCH: a file has to have just the table's columns.
\set file '\'' :abs_srcdir '/test/vectors/' :kind '.tsv' '\''
\set copy '\\copy ' :kind '_vector FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
\set file '\'' :abs_srcdir '/test/vectors/' :kind '_invalid.tsv' '\''
\set copy '\\copy ' :kind '_invalid FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
