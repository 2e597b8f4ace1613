// libxml2 compares each attribute of an element with all before it: an element with 200,000 of them takes
// many seconds, and libxml2 tells of none before it has read them all. So they are counted before. It
// does the same with the values that a document type lists for an attribute.
#pragma once
#include "xml/parse.hpp"

#include <optional>
#include <string_view>

namespace orbweaver::profile::xml {

/// What is wrong if a start tag in `text` has more attributes than the limit, or a declaration of an attribute more values; or if the text is in an encoding in which tags
/// cannot be found without it, and is longer than the limit for those.
[[nodiscard]] std::optional<XmlFault> check_attributes(std::string_view text, const Limits& limits);

}  // namespace orbweaver::profile::xml
