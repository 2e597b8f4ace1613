# SPDX-License-Identifier: Apache-2.0
# The building: every room, its floor, and the rooms it may use. This table is the only truth;
# tools/check_rooms.py reads it and refuses a wrong include at every build.
#
#   orbweaver_room(<name> IN <folder> FLOOR <n> PREFIX <prefix> USES <rooms...> LIBRARIES <targets...>)
#
# Those that no message passes through are SMALL; cmake/room.cmake says what each word means.
#
# The headers of a room are <orbweaver/NAME/...>, or <orbweaver/PREFIX/...>. Rooms with one prefix are one namespace in
# several floors: a room that uses the one called as the prefix may include the headers of all that it uses.

orbweaver_room(base      IN orb FLOOR 0 LIBRARIES ${ORBWEAVER_SPDLOG})
orbweaver_room(cdr       IN orb FLOOR 1 USES base)
orbweaver_room(os        IN orb FLOOR 1 USES base LIBRARIES Threads::Threads)
orbweaver_room(giop      IN orb FLOOR 2 USES cdr base)
orbweaver_room(typecode  IN orb FLOOR 2 USES cdr base)
orbweaver_room(security  IN orb FLOOR 2 USES os base)
orbweaver_room(transport IN orb FLOOR 3 USES security os base LIBRARIES ${CMAKE_DL_LIBS})
# Libraries of their own, which are loaded when they are used: a program without TLS does not load OpenSSL.
if(TARGET OpenSSL::SSL)
orbweaver_room(tls       IN orb FLOOR 4 APART ALONE CONFORMS transport USES transport security os base LIBRARIES OpenSSL::SSL)
endif()
if(TARGET tomlplusplus::tomlplusplus)
orbweaver_room(rules     IN orb FLOOR 3 APART ALONE SMALL USES security os base LIBRARIES tomlplusplus::tomlplusplus)
endif()
orbweaver_room(dispatch  IN orb FLOOR 3 USES os base)
# The data of CORBA: its headers are <orbweaver/corba/...>, as those of the room that stands on it.
orbweaver_room(values    IN orb FLOOR 3 PREFIX corba USES typecode cdr os base)
orbweaver_room(wire      IN orb FLOOR 4 USES giop transport dispatch security cdr os base)
# What a program is given as text: the options of its ORB, the names of objects.
orbweaver_room(options   IN orb FLOOR 5 PREFIX corba USES values wire transport giop security base)
orbweaver_room(client    IN orb FLOOR 5 USES wire giop transport dispatch security cdr os base)
orbweaver_room(server    IN orb FLOOR 5 USES wire giop transport dispatch security cdr os base)
orbweaver_room(engine    IN orb FLOOR 6 USES client server wire giop transport dispatch security cdr os base)
orbweaver_room(corba     IN orb FLOOR 7 USES options values engine client server wire giop typecode security cdr os base)

# The services of the ORB.
orbweaver_room(naming    IN services FLOOR 8 SMALL USES corba client server wire giop os base LIBRARIES orbweaver_corba_idl)
orbweaver_room(events    IN services FLOOR 8 USES corba wire cdr os base LIBRARIES orbweaver_cos_event_idl)

if(NOT ORBWEAVER_SCA)
  return()
endif()

# What a property is, without CORBA and XML; what profiles say, by libxml2. The second is no part of the shared library:
# a component would load libxml2 for nothing.
orbweaver_room(property  IN sca FLOOR 1 SMALL USES base)
orbweaver_room(profile   IN sca FLOOR 2 APART COMMON SMALL USES property os base LIBRARIES LibXml2::LibXml2)
# Starts programs, and leaves nothing of them. Below hosting/: what a device and a host process of components say to each
# other.
orbweaver_room(guard     IN sca FLOOR 2 SMALL USES os base)
# By which programs of one user find a domain that runs here. No part of the shared library: a component has no use for it.
orbweaver_room(runfile   IN sca FLOOR 2 APART COMMON SMALL USES os base)
# Plans, carries out and undoes deployment, for any front end.
orbweaver_room(deploy    IN sca FLOOR 3 APART COMMON SMALL USES profile property os base LIBRARIES nlohmann_json::nlohmann_json Threads::Threads)

orbweaver_room(packets   IN sca FLOOR 4 USES dispatch os base)
orbweaver_room(ports     IN sca FLOOR 8 USES packets corba dispatch os base LIBRARIES orbweaver_sca_idl orbweaver_sca_component_idl)
orbweaver_room(files     IN sca FLOOR 8 SMALL USES corba wire os base LIBRARIES orbweaver_sca_domain_idl)
orbweaver_room(device    IN sca FLOOR 9 SMALL USES files guard corba os base LIBRARIES orbweaver_sca_domain_idl)

orbweaver_room(resource  IN sca FLOOR 8 SMALL USES packets property corba os base
               LIBRARIES orbweaver_sca_component_idl orbweaver_corba_idl)

# What the programs that run components have in common.
orbweaver_room(program   IN sca FLOOR 10 APART COMMON SMALL USES device corba security os base
               LIBRARIES orbweaver_sca_domain_idl nlohmann_json::nlohmann_json)

# What an operator does with a domain, of any vendor.
orbweaver_room(control   IN sca FLOOR 10 APART SMALL USES samples resource files ports runfile profile property corba os base
               LIBRARIES orbweaver_sca_domain_idl orbweaver_corba_idl nlohmann_json::nlohmann_json)

# What should be there in a domain, and what is done until it is.
orbweaver_room(upkeep    IN sca FLOOR 3 APART SMALL USES os base LIBRARIES tomlplusplus::tomlplusplus)

# What registers with a domain: nodes, devices, services, names; and whether it is there.
orbweaver_room(registry  IN sca FLOOR 11 APART COMMON SMALL USES program device deploy resource files profile property naming events corba security os base
               LIBRARIES orbweaver_sca_domain_idl orbweaver_corba_idl)
# The core framework around deployment: applications, their factories, the domain.
orbweaver_room(domain    IN sca FLOOR 12 APART COMMON SMALL USES registry program device deploy resource files profile property naming corba os base
               LIBRARIES orbweaver_sca_domain_idl orbweaver_corba_idl nlohmann_json::nlohmann_json)
# A node: its device manager, and the devices and services that it starts.
orbweaver_room(node      IN sca FLOOR 11 APART SMALL USES upkeep program device deploy resource files guard profile property corba os base
               LIBRARIES orbweaver_sca_domain_idl orbweaver_corba_idl orbweaver_cos_event_idl)
# A component's class without CORBA, and all that is around it.
orbweaver_room(component IN sca FLOOR 9 SMALL USES resource ports packets property corba dispatch os base
               LIBRARIES nlohmann_json::nlohmann_json
               FAST data_ports/pair.cpp data_ports/real.cpp data_ports/stream.cpp engine/packets.cpp engine/stream_base.cpp
                    input_adapter.cpp output_base.cpp source_loop.cpp stage/stage_meter.cpp)
# A process of components. No part of the shared library, which is for what runs in it.
orbweaver_room(host      IN sca FLOOR 9 APART USES resource guard corba os base LIBRARIES ${CMAKE_DL_LIBS})
# Samples of the standard data interfaces in files.
orbweaver_room(samples   IN sca FLOOR 9 APART USES ports os base)
# One component alone, between files.
orbweaver_room(trial     IN sca FLOOR 13 APART SMALL
               USES domain registry program device component deploy samples resource ports profile property naming corba os base
               LIBRARIES orbweaver_sca_component_idl)
