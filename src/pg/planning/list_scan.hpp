// The executor node that looks the elements of a list of times up in an index on the id.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What such a scan does: for each element of the array, it reads the rows whose leading keys equal the values, and
// whose id is from the lower to the upper end of the element's range.
struct ListScan {
    Oid index;
    int column;   // of the id in the index, from 0: the number of leading keys
    Oid type;     // of the ids
    Oid at_least; // the operators >= and <= of the type, or < if upper ends are exclusive
    Oid at_most;
    ScanDirection direction; // of the index scan
    List *operators;         // = of the leading keys, with the values on the right
    List *values;
    Node *array;
    Node *lower; // expressions over an element, which is a CaseTestExpr in them
    Node *upper;
    List *conditions; // the list's, and those of the leading keys: true for all rows that are read, unless they change
};

// The plan node. `filter`: further conditions on the rows that are read.
Plan *make_list_scan(const ListScan &scan, const RelOptInfo *relation, const CustomPath *path, List *targets,
                     List *filter);

// Makes the node known to the server; called once, when the library is loaded.
void install_list_scan();

} // namespace ulidkit
