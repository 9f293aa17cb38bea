-- Copies :kind out and in, as text, csv and binary.
\set to '\\copy ' :kind '_copy TO results/copy.data (FORMAT text)'
:to
\set from '\\copy ' :kind '_copied FROM results/copy.data (FORMAT text)'
:from
\set to '\\copy ' :kind '_copy TO results/copy.data (FORMAT csv)'
:to
\set from '\\copy ' :kind '_copied FROM results/copy.data (FORMAT csv)'
:from
\set to '\\copy ' :kind '_copy TO results/copy.data (FORMAT binary)'
:to
\set from '\\copy ' :kind '_copied FROM results/copy.data (FORMAT binary)'
:from
